import { roles } from '@check-requests/domain/access/roles.ts'
import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { type SecondFactorRules, secondFactorRulesBody } from '@check-requests/domain/organization/sign-in-rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { localSettingsNotices } from '#organization/write-notices.ts'
import { useApi } from '#platform/api-context.tsx'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { MoneyInput, withCents } from '#platform/money-input.tsx'
import { read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter, UnloadedDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const rolesHint = 'Users with one of these roles need a passkey or an authenticator app in addition to the password.'
const fromHint = 'Users are reminded before this date. From this date on, they must add a second factor to continue.'
const aboveHint =
  'Approving more than this amount requires a sign-in within the last ten minutes. Leave blank to never require one.'

const byEmailHint =
  'Up to this amount, approvers can decide with the link in their email, without logging in. Leave blank if they must always log in.'

const pageHint = 'Emails to approvers show the first page of the document unless it is a tax form.'

interface Typed {
  roles: number[]
  from: string
  approve_above: string
  decide_by_email_to: string
  first_page_in_emails: boolean
}

const schema = z.pipe(
  z.transform(({ roles, from, approve_above, decide_by_email_to, first_page_in_emails }: Typed): unknown => ({
    roles,
    from: from || null,
    approve_above: approve_above || null,
    decide_by_email_to: decide_by_email_to || null,
    first_page_in_emails,
  })),
  secondFactorRulesBody,
)

function typedOf({ from, approve_above, decide_by_email_to, ...same }: SecondFactorRules): Typed {
  const amount = (dollars: number | null) => (dollars === null ? '' : withCents(String(dollars)))
  return {
    ...same,
    from: from ?? '',
    approve_above: amount(approve_above),
    decide_by_email_to: amount(decide_by_email_to),
  }
}

/**
 * Sets the roles and date of the second-factor requirement, and the amount above which approvals need a recent sign-in.
 */
export function SecondFactorRulesDialog({ subject: group, ...dialog }: DialogFor<DealerGroup>) {
  const queryFn = read(useApi(), endpoints.secondFactorRules, { params: { id: group.id } })
  const query = useQuery({ queryKey: ['organisation', 'second-factor-rules', group.id], queryFn, staleTime: 0 })
  const failure = useLoadFailure(query)
  const title = `Second Factor for ${markHidden(group.name)}`
  if (query.data && query.isFetchedAfterMount) return <Loaded {...dialog} title={title} opened={query.data} />
  return <UnloadedDialog {...dialog} title={title} {...failure} />
}

interface LoadedProps extends Omit<DialogFor<DealerGroup>, 'subject'> {
  title: string
  opened: SecondFactorRules
}

function Loaded({ title, opened, open, onOpenChange }: LoadedProps) {
  const form = useZodForm(schema, typedOf(opened))
  const update = useWriteWithNotices(endpoints.updateSecondFactorRules, localSettingsNotices, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  function save({ roles, from, first_page_in_emails }: z.output<typeof secondFactorRulesBody>) {
    const amounts = form.getValues()
    const approve_above = amounts.approve_above || null
    const decide_by_email_to = amounts.decide_by_email_to || null
    const byEmail = { decide_by_email_to, first_page_in_emails }
    const body = { version: opened.version, roles, from, approve_above, ...byEmail }
    update.mutate({ params: { id: opened.id }, body })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      size="md"
      dirty={form.formState.isDirty && !update.isSuccess}
    >
      <Form form={form} onSubmit={save} className="grid grid-cols-1 gap-5">
        <FormField form={form} name="roles" label="Roles" group hint={rolesHint} alsoCheck={['from']}>
          {({ value, onChange }) => <RoleBoxes chosen={value} onChange={onChange} />}
        </FormField>
        <FormField form={form} name="from" label="Required From" hint={fromHint}>
          {(field) => <TypedDateInput {...field} />}
        </FormField>
        <FormField form={form} name="approve_above" label="Recent Sign-In for Approvals Above" hint={aboveHint}>
          {(field) => <MoneyInput {...field} />}
        </FormField>
        <FormField form={form} name="decide_by_email_to" label="Decide by Email up to" hint={byEmailHint}>
          {(field) => <MoneyInput {...field} />}
        </FormField>
        <FormField form={form} name="first_page_in_emails" label="Emails to Approvers" group hint={pageHint}>
          {({ value, onChange }) => (
            <Checkbox label="First page of the document in emails" checked={value} onChange={onChange} />
          )}
        </FormField>
        <FormFailure failure={update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Save
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

function RoleBoxes({ chosen, onChange }: { chosen: readonly number[]; onChange(roles: number[]): void }) {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2">
      {roles.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id].sort() : chosen.filter((one) => one !== id))}
        />
      ))}
    </div>
  )
}
