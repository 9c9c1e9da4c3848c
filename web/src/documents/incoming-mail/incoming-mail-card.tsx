import {
  incomingMailEndpoints as endpoints,
  type KeptMailReply,
  type MailAddressReply,
} from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { addMailAddressBody, keptForDays, keptReasons } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useRequesters } from '#check-requests/api.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDealerGroups, useDealerships } from '#organization/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { Select } from '#ui/form/select.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'

const refreshes = ['organisation'] as const
const adding = { done: 'Address added', failed: 'Couldn’t add this address', refreshes }
const removing = { done: 'Address removed', failed: 'Couldn’t remove this address', refreshes }
const discarding = { done: 'Email discarded', failed: 'Couldn’t discard this email', refreshes }
const giving = { done: 'Drafts made', failed: 'Couldn’t make drafts from this email', refreshes }
const explained = `Invoices sent to these addresses become drafts. Emails from unknown senders are kept for ${keptForDays} days and never answered.`

/** The addresses that take emails with invoices, and the emails kept for an admin. */
export function IncomingMailCard() {
  const queryFn = read(useApi(), endpoints.list, {})
  const { data } = useQuery({ queryKey: ['organisation', 'incoming-mail'], queryFn, ...listFreshness })
  const add = useDialogFor<null>(AddAddress)
  const remove = useDialogFor<MailAddressReply>(RemoveAddress)
  const give = useDialogFor<KeptMailReply>(GiveMail)
  const discard = useDialogFor<KeptMailReply>(DiscardMail)
  if (!data) return null
  if (!data.receives)
    return (
      <Card title="Incoming Email">
        <p>Incoming email is off. To turn it on, set INBOX_URL and INBOX_ADDRESS in the server’s environment.</p>
      </Card>
    )
  return (
    <Card
      title="Incoming Email"
      description={explained}
      actions={
        <Button variant="secondary" onClick={() => add.openFor(null)}>
          <Plus aria-hidden className="size-4" />
          Add Address
        </Button>
      }
    >
      {data.addresses.length === 0 && <p className="text-ink-soft">No addresses yet.</p>}
      <ul aria-label="Addresses" className="grid divide-y divide-line">
        {data.addresses.map((row) => (
          <Row key={row.id} title={row.address ?? row.tag} lines={[placeOf(row), payeesOf(row)]}>
            <Button variant="secondary" aria-label={`Remove ${row.address}`} onClick={() => remove.openFor(row)}>
              Remove
            </Button>
          </Row>
        ))}
      </ul>
      {data.kept.length > 0 && <h3 className="mt-4 mb-2 font-medium">Kept Emails</h3>}
      <ul aria-label="Kept emails" className="grid divide-y divide-line">
        {data.kept.map((mail) => (
          <Row key={mail.id} title={titleOf(mail)} lines={linesOf(mail)}>
            {mail.files.length > 0 && (
              <Button
                variant="secondary"
                aria-label={`Make Drafts from ${titleOf(mail)}`}
                onClick={() => give.openFor(mail)}
              >
                Make Drafts
              </Button>
            )}
            <Button variant="secondary" aria-label={`Discard ${titleOf(mail)}`} onClick={() => discard.openFor(mail)}>
              Discard
            </Button>
          </Row>
        ))}
      </ul>
      {add.dialog}
      {remove.dialog}
      {give.dialog}
      {discard.dialog}
    </Card>
  )
}

function Row({ title, lines, children }: { title: string; lines: readonly string[]; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {lines.map((line) => (
          <p key={line} className="text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      {children}
    </li>
  )
}

function placeOf({ dealership_name }: MailAddressReply): string {
  return markHidden(dealership_name ?? 'All dealerships')
}

function payeesOf({ people }: MailAddressReply): string {
  const names = people.map(({ name }) => markHidden(name))
  return names.length > 0 ? `Payees’ emails go to ${listWithAnd(names)}.` : 'Payees’ emails are kept for an admin.'
}

function titleOf({ subject }: KeptMailReply): string {
  return markHidden(subject || 'No subject')
}

function linesOf({ sender, files, reason, received_at, kept_until }: KeptMailReply): string[] {
  return [
    `From ${markHidden(sender)} on ${formatMoment(received_at)}, kept until ${formatMoment(kept_until)}`,
    files.length > 0 ? listWithAnd(files.map(markHidden)) : 'No attachments',
    keptReasons.find(({ name }) => name === reason)?.text ?? '',
  ]
}

/** The users of a dealer group who can raise requests. */
function useRequesterOptions(groupId: number | null | undefined) {
  const { data = [] } = useRequesters(true)
  const ofGroup = data.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  return ofGroup.map(({ id, name }) => ({ value: id, label: markHidden(name) }))
}

function AddAddress({ open, onOpenChange }: DialogFor<null>) {
  const own = usePerson().dealer_group_id
  const { data: groups = [] } = useDealerGroups()
  const { data: dealerships = [] } = useDealerships()
  const group = own ?? groups[0]?.id
  const form = useZodForm(addMailAddressBody, { dealer_group_id: group, dealership_id: null, tag: '', people_ids: [] })
  const groupId = form.watch('dealer_group_id')
  const requesters = useRequesterOptions(groupId)
  const add = useWriteWithNotices(endpoints.addAddress, adding, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  const optionsOf = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: markHidden(name) }))
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title="Add Address" dirty={form.formState.isDirty}>
      <Form form={form} className="grid gap-4" onSubmit={(body) => add.mutate({ body })}>
        {own === null && (
          <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
            {(field) => <Select {...field} value={field.value ?? null} options={optionsOf(groups)} />}
          </FormField>
        )}
        <FormField form={form} name="dealership_id" label="Dealership" hint="Leave this blank for all dealerships.">
          {(field) => (
            <Select {...field} options={optionsOf(dealerships.filter((row) => row.dealer_group_id === groupId))} />
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
        <FormField
          form={form}
          name="people_ids"
          label="Users for Payees’ Emails"
          hint="They get a draft when a payee on file sends an invoice. If you choose no one, the email is kept for an admin."
        >
          {(field) => <MultiSelect {...field} options={requesters} />}
        </FormField>
        <FormFailure failure={add.error} />
        <Buttons label="Add Address" pending={add.isPending} onCancel={() => onOpenChange(false)} />
      </Form>
    </FormDialog>
  )
}

const giveBody = z.strictObject({ user_id: z.int({ error: 'Choose a user.' }) })

function GiveMail({ subject: { id, sender, dealer_group_id }, open, onOpenChange }: DialogFor<KeptMailReply>) {
  const requesters = useRequesterOptions(dealer_group_id)
  const form = useZodForm(giveBody, {})
  const give = useWriteWithNotices(endpoints.give, giving, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  const description = `Each invoice from ${markHidden(sender)} becomes a draft for this user, who is notified.`
  const dirty = form.formState.isDirty
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title="Make Drafts" description={description} dirty={dirty}>
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

function RemoveAddress({ subject: { id, address }, open, onOpenChange }: DialogFor<MailAddressReply>) {
  const remove = useWriteWithNotices(endpoints.removeAddress, removing, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${address}?`}
      text="Emails to this address are refused from now on. Drafts and kept emails stay."
      confirmLabel="Remove Address"
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id } })}
    />
  )
}

function DiscardMail({ subject, open, onOpenChange }: DialogFor<KeptMailReply>) {
  const discard = useWriteWithNotices(endpoints.discard, discarding, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Discard ${titleOf(subject)}?`}
      text={`The email from ${markHidden(subject.sender)} and its attachments are deleted. The sender isn’t told.`}
      confirmLabel="Discard Email"
      pending={discard.isPending}
      error={discard.error?.message}
      onConfirm={() => discard.mutate({ params: { id: subject.id } })}
    />
  )
}
