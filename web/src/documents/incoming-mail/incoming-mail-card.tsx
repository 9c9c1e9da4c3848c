import {
  incomingMailEndpoints as endpoints,
  type KeptMailReply,
  type MailAddressReply,
} from '@check-requests/domain/documents/incoming-mail/endpoints.ts'
import { keptForDays, keptReasons } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'

const dialogs = () => import('#documents/incoming-mail/incoming-mail-dialogs.tsx')
const AddressDialog = lazy(async () => ({ default: (await dialogs()).AddressDialog }))
const PeopleDialog = lazy(async () => ({ default: (await dialogs()).PeopleDialog }))
const GiveDialog = lazy(async () => ({ default: (await dialogs()).GiveDialog }))

const refreshes = ['organisation'] as const
const removing = { done: 'Address removed', failed: 'Couldn’t remove this address', refreshes }
const discarding = { done: 'Email deleted', failed: 'Couldn’t delete this email', refreshes }

/** The addresses that take emails with invoices, and the emails kept for an admin. */
export function IncomingMailCard() {
  const queryFn = read(useApi(), endpoints.list, {})
  const { data } = useQuery({ queryKey: ['organisation', 'incoming-mail'], queryFn, ...listFreshness })
  const add = useDialogFor<null>(AddressDialog)
  const change = useDialogFor<MailAddressReply>(PeopleDialog)
  const remove = useDialogFor<MailAddressReply>(RemoveAddress)
  const give = useDialogFor<KeptMailReply>(GiveDialog)
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
      description={`Invoices sent to these addresses become drafts. Emails from unknown senders are kept for ${keptForDays} days and never answered.`}
      actions={
        <Button variant="secondary" onClick={() => add.openFor(null)}>
          <Plus aria-hidden className="size-4" />
          Add Address
        </Button>
      }
    >
      {data.addresses.length === 0 && <p className="text-ink-soft">No addresses yet.</p>}
      <ul aria-label="Addresses" className="grid divide-y divide-line">
        {data.addresses.map((address) => (
          <AddressRow key={address.id} address={address} onChange={change.openFor} onRemove={remove.openFor} />
        ))}
      </ul>
      {data.kept.length > 0 && <h3 className="mt-4 mb-2 font-medium">Kept Emails</h3>}
      <ul aria-label="Kept emails" className="grid divide-y divide-line">
        {data.kept.map((mail) => (
          <KeptRow key={mail.id} mail={mail} onGive={give.openFor} onDiscard={discard.openFor} />
        ))}
      </ul>
      {add.dialog}
      {change.dialog}
      {remove.dialog}
      {give.dialog}
      {discard.dialog}
    </Card>
  )
}

interface AddressRowProps {
  address: MailAddressReply
  onChange(address: MailAddressReply): void
  onRemove(address: MailAddressReply): void
}

function AddressRow({ address: row, onChange, onRemove }: AddressRowProps) {
  const { address, dealership_name, people } = row
  const payees = people.length > 0 ? listWithAnd(people.map(({ name }) => markHidden(name))) : 'Kept for an admin'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{address}</p>
        <p className="wrap-anywhere text-ink-soft">
          {`${markHidden(dealership_name ?? 'All dealerships')} · Payees’ emails: ${payees}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-label={`Choose Users for ${address}`} onClick={() => onChange(row)}>
          Choose Users
        </Button>
        <Button variant="secondary" aria-label={`Remove ${address}`} onClick={() => onRemove(row)}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface KeptRowProps {
  mail: KeptMailReply
  onGive(mail: KeptMailReply): void
  onDiscard(mail: KeptMailReply): void
}

function KeptRow({ mail, onGive, onDiscard }: KeptRowProps) {
  const { sender, subject, files, reason, received_at, kept_until } = mail
  const named = markHidden(subject || 'No subject')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{named}</p>
        <p className="wrap-anywhere text-ink-soft">
          {`From ${markHidden(sender)} on ${formatMoment(received_at)}, kept until ${formatMoment(kept_until)}`}
        </p>
        <p className="wrap-anywhere text-ink-soft">
          {files.length > 0 ? listWithAnd(files.map(markHidden)) : 'No attachments'}
        </p>
        <p className="text-ink-soft">{keptReasons.find(({ name }) => name === reason)?.text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {files.length > 0 && (
          <Button variant="secondary" aria-label={`Make Drafts from ${named}`} onClick={() => onGive(mail)}>
            Make Drafts
          </Button>
        )}
        <Button variant="secondary" aria-label={`Delete ${named}`} onClick={() => onDiscard(mail)}>
          Delete
        </Button>
      </div>
    </li>
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

function DiscardMail({ subject: { id, sender }, open, onOpenChange }: DialogFor<KeptMailReply>) {
  const discard = useWriteWithNotices(endpoints.discard, discarding, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this email?"
      text={`The email from ${markHidden(sender)} and its attachments are deleted. The sender isn’t told.`}
      confirmLabel="Delete Email"
      pending={discard.isPending}
      error={discard.error?.message}
      onConfirm={() => discard.mutate({ params: { id } })}
    />
  )
}
