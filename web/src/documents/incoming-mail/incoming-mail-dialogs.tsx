import {
  addMailAddressBody,
  incomingMailEndpoints as endpoints,
  type KeptMailReply,
  type MailAddressReply,
  updateMailAddressBody,
} from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useRequesters } from '#check-requests/api.ts'
import { useDealerGroups, useDealerships } from '#organization/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { Select } from '#ui/form/select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const refreshes = ['organisation'] as const
const adding = { done: 'Address added', failed: 'Couldn’t add this address', refreshes }
const saving = { done: 'Address saved', failed: 'Couldn’t save this address', refreshes }
const giving = { done: 'Drafts made', failed: 'Couldn’t make drafts from this email', refreshes }
const payeesHint = 'They get a draft when a payee on file sends an invoice. If there are none, the email is kept.'

/** The users of a dealer group who can raise requests. */
function useRequesterOptions(groupId: number | null | undefined) {
  const { data = [] } = useRequesters(true)
  return data
    .filter(({ dealer_group_id }) => dealer_group_id === groupId)
    .map(({ id, name }) => ({ value: id, label: markHidden(name) }))
}

/** Adds an address for a dealer group or a dealership. */
export function AddressDialog({ open, onOpenChange }: DialogFor<null>) {
  const own = usePerson().dealer_group_id
  const { data: groups = [] } = useDealerGroups()
  const { data: dealerships = [] } = useDealerships()
  const form = useZodForm(addMailAddressBody, {
    dealer_group_id: own ?? groups[0]?.id,
    dealership_id: null,
    tag: '',
    people_ids: [],
  })
  const groupId = form.watch('dealer_group_id')
  const requesters = useRequesterOptions(groupId)
  const add = useWriteWithNotices(endpoints.addAddress, adding, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Address"
      description="Users who email an invoice to this address find a draft with the invoice."
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => add.mutate({ body })}>
        {own === null && (
          <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
            {(field) => (
              <Select
                {...field}
                value={field.value ?? null}
                onChange={(id) => field.onChange(id ?? undefined)}
                options={groups.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
              />
            )}
          </FormField>
        )}
        <FormField form={form} name="dealership_id" label="Dealership" hint="Leave this blank for all dealerships.">
          {(field) => (
            <Select
              {...field}
              searchable
              options={dealerships
                .filter(({ dealer_group_id }) => dealer_group_id === groupId)
                .map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="tag"
          label="Word After the Plus Sign"
          hint="Such as frd for requests+frd@example.com. Leave this blank for the plain address."
        >
          {(field) => <Input {...field} autoComplete="off" autoCapitalize="none" />}
        </FormField>
        <FormField form={form} name="people_ids" label="Users for Payees’ Emails" hint={payeesHint}>
          {(field) => <MultiSelect {...field} options={requesters} />}
        </FormField>
        <FormFailure failure={add.error} />
        <Buttons label="Add Address" pending={add.isPending} onCancel={() => onOpenChange(false)} />
      </Form>
    </FormDialog>
  )
}

/** Chooses who gets drafts from the emails that payees send to an address. */
export function PeopleDialog({ subject, open, onOpenChange }: DialogFor<MailAddressReply>) {
  const { id, version, address, people, dealer_group_id } = subject
  const requesters = useRequesterOptions(dealer_group_id)
  const form = useZodForm(updateMailAddressBody, { version, people_ids: people.map((person) => person.id) })
  const save = useWriteWithNotices(endpoints.updateAddress, saving, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Choose Users for ${address}`}
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => save.mutate({ params: { id }, body })}>
        <FormField form={form} name="people_ids" label="Users for Payees’ Emails" hint={payeesHint}>
          {(field) => <MultiSelect {...field} options={requesters} />}
        </FormField>
        <FormFailure failure={save.error} />
        <Buttons label="Save" pending={save.isPending} onCancel={() => onOpenChange(false)} />
      </Form>
    </FormDialog>
  )
}

const giveBody = z.strictObject({ user_id: z.int({ error: 'Choose a user.' }) })

/** Makes drafts for a user from a kept email. */
export function GiveDialog({ subject: { id, sender, dealer_group_id }, open, onOpenChange }: DialogFor<KeptMailReply>) {
  const requesters = useRequesterOptions(dealer_group_id)
  const form = useZodForm(giveBody, {})
  const give = useWriteWithNotices(endpoints.give, giving, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Make Drafts"
      description={`Each invoice from ${markHidden(sender)} becomes a draft of this user, who is notified.`}
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => give.mutate({ params: { id }, body })}>
        <FormField form={form} name="user_id" label="User" required>
          {(field) => <Select {...field} value={field.value ?? null} searchable options={requesters} />}
        </FormField>
        <FormFailure failure={give.error} />
        <Buttons label="Make Drafts" pending={give.isPending} onCancel={() => onOpenChange(false)} />
      </Form>
    </FormDialog>
  )
}

function Buttons({ label, pending, onCancel }: { label: string; pending: boolean; onCancel(): void }) {
  return (
    <FormDialogFooter>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" pending={pending}>
        {label}
      </Button>
    </FormDialogFooter>
  )
}
