import { longestIdleHours, shortestIdleHours } from '@check-requests/domain/access/sessions/fields.ts'
import { longestReminderDays } from '@check-requests/domain/notices/inbox/reminders.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { createGroupBody, type DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useDealerGroups } from '#organization/api.ts'
import { CodeInput, ownTimeZone, TimeZoneSelect } from '#organization/place-inputs.tsx'
import { groupNotices } from '#organization/write-notices.ts'
import { useConfirmations } from '#people/confirmations/api.ts'
import { whatWaits } from '#people/confirmations/words.tsx'
import { useUsers } from '#people/users/api.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const formSchema = createGroupBody.extend({ is_active: z.boolean() })

type GroupFormValues = z.input<typeof formSchema>
type GroupForm = UseFormReturn<GroupFormValues, unknown, z.output<typeof formSchema>>

const separationOfDuties =
  'People who raised a request or edited its payment details can’t approve, reject, or send it back. People who raised a request can’t print or sign its check. Without a bank account, people who approved the request can’t sign the check. With a bank account, signers may have approved the request, but if two signers are required, at least one must not have approved it. Turn this off only if one person has to do both.'

const accountConfirmation =
  'A second person must confirm new approvers, processors, and admins, and their new roles, wider scopes, and reset passwords. Turn this off only if one person has to do everything.'

const custody =
  'Users can’t receive the check for a request that they raised or approved, or a check that they printed or signed, unless someone else allows it. Turn this off only if one person has to do both.'

const discreetMails = 'If this is on, emails about a check request contain only its number and what happened.'

const inactiveMeans =
  'Users in an inactive dealer group can’t log in or raise requests. Super admins can still view and finish its requests and checks.'

const blank = { name: '', code: '', is_active: true, settings: { time_zone: ownTimeZone() } }

function valuesOf({ name, code, is_active, settings }: DealerGroup): GroupFormValues {
  return { name, code, is_active, settings }
}

/** Adds or changes a dealer group (R108, R186, A20, D1, E3). */
export function GroupDialog({ subject: opened, open, onOpenChange }: DialogFor<DealerGroup | null>) {
  const form = useZodForm(formSchema, opened ? valuesOf(opened) : blank)
  const { row: group, readAgain } = useStoredRow(form, opened, valuesOf, useDealerGroups())
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  }
  const create = useWriteWithNotices(endpoints.createGroup, groupNotices.create, handlers)
  const update = useWriteWithNotices(endpoints.updateGroup, groupNotices.update, handlers)
  const write = group ? update : create
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={group ? 'Update Dealer Group' : 'Add Dealer Group'}
      dirty={form.formState.isDirty && !write.isSuccess}
    >
      <Form
        form={form}
        onSubmit={({ is_active, ...body }) =>
          group
            ? update.mutate({
                params: { id: group.id },
                body: { ...changedFields(group, { ...body, is_active }), version: group.version },
              })
            : create.mutate({ body })
        }
        className="grid grid-cols-1 gap-4"
      >
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="code"
          label="Code"
          required
          hint={group ? 'Existing request numbers keep the old code.' : 'Request numbers begin with this code.'}
        >
          {(field) => <CodeInput {...field} />}
        </FormField>
        <FormField
          form={form}
          name="settings.time_zone"
          label="Time Zone"
          required
          hint="Applies to dealerships without their own time zone."
        >
          {({ value, ...field }) => <TimeZoneSelect {...field} value={value ?? null} />}
        </FormField>
        {group && <GroupSettings form={form} groupId={group.id} hasChecks={group.settings.custody !== undefined} />}
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={write.isPending}>
            {group ? 'Update Dealer Group' : 'Create Dealer Group'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

interface GroupSettingsProps {
  form: GroupForm
  groupId: number
  hasChecks: boolean
}

/** The account changes that take effect if no second person has to confirm them anymore. */
function Released({ groupId }: { groupId: number }) {
  const users = useUsers().data ?? []
  const ids = new Set(users.filter(({ dealer_group_id }) => dealer_group_id === groupId).map(({ id }) => id))
  const others = useConfirmations().data?.others ?? []
  const waiting = others.filter(({ user_id, in_effect }) => ids.has(user_id) && !in_effect)
  if (waiting.length === 0) return null
  return (
    <div role="status" className="grid gap-1 rounded-md bg-yellow-soft p-3 text-yellow">
      <p className="font-semibold">Turning this off also puts these pending changes into effect:</p>
      <ul className="grid gap-1 wrap-anywhere">
        {waiting.map((account) => (
          <li key={account.user_id}>
            {markHidden(account.name)}: {whatWaits(account)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function GroupSettings({ form, groupId, hasChecks }: GroupSettingsProps) {
  return (
    <>
      <FormField form={form} name="is_active" label="Status" group hint={inactiveMeans}>
        {({ value, onChange }) => <Checkbox label="Active" checked={value} onChange={onChange} />}
      </FormField>
      <FormField form={form} name="settings.separation_of_duties" label="Approvals" group hint={separationOfDuties}>
        {({ value, onChange }) => <Checkbox label="Separation of duties" checked={value ?? true} onChange={onChange} />}
      </FormField>
      {hasChecks && (
        <FormField form={form} name="settings.custody" label="Checks" group hint={custody}>
          {({ value, onChange }) => <Checkbox label="Custody" checked={value ?? true} onChange={onChange} />}
        </FormField>
      )}
      <FormField form={form} name="settings.account_confirmation" label="Accounts" group hint={accountConfirmation}>
        {({ value, onChange }) => (
          <>
            <Checkbox label="Confirmation by a second person" checked={value ?? true} onChange={onChange} />
            {value === false && <Released groupId={groupId} />}
          </>
        )}
      </FormField>
      <FormField form={form} name="settings.discreet_mails" label="Emails" group hint={discreetMails}>
        {({ value, onChange }) => (
          <Checkbox label="No amount or payee in emails" checked={value ?? false} onChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name="settings.idle_hours"
        label="Idle Limit (Hours)"
        required
        hint="Users are logged out after this many hours without activity. Enter at most 168 (seven days)."
      >
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            type="number"
            min={shortestIdleHours}
            max={longestIdleHours}
            value={Number.isNaN(value) ? '' : (value ?? '')}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="settings.reminder_days"
        label="Reminder (Business Days)"
        required
        hint="Approvers are reminded each time a request has waited this many business days. Enter 0 for no reminders."
      >
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            type="number"
            min={0}
            max={longestReminderDays}
            value={Number.isNaN(value) ? '' : (value ?? '')}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        )}
      </FormField>
    </>
  )
}
