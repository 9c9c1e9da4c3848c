import {
  type AccountConfirmation,
  confirmationEndpoints as endpoints,
} from '@check-requests/domain/people/confirmations/endpoints.ts'
import { waitingLine, whyItWaits } from '#people/confirmations/words.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const refreshes = ['users'] as const
const confirming = { done: 'Account confirmed', failed: 'Couldn’t confirm this account', refreshes }
const stopping = { done: 'Change stopped', failed: 'Couldn’t stop the change', refreshes }

/** Asks the second person to confirm a change of an account, and explains the effects of confirming. */
export function ConfirmAccount({ subject: account, open, onOpenChange }: DialogFor<AccountConfirmation>) {
  const confirm = useWriteWithNotices(endpoints.confirm, confirming, { onSuccess: () => onOpenChange(false) })
  const { user_id, version, name } = account
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Confirm ${name}?`}
      text={`By confirming, you state that you asked ${name} personally, that the account is theirs, and that no one else knows its password.`}
      details={detailsOf(account)}
      confirmLabel="Confirm"
      danger={false}
      pending={confirm.isPending}
      error={confirm.error?.message}
      onConfirm={() => confirm.mutate({ params: { id: user_id }, body: { version } })}
    />
  )
}

/** Asks for confirmation before a change of an account is stopped. */
export function StopAccount({ subject: account, open, onOpenChange }: DialogFor<AccountConfirmation>) {
  const stop = useWriteWithNotices(endpoints.stop, stopping, { onSuccess: () => onOpenChange(false) })
  const { user_id, version, name } = account
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Stop this change for ${name}?`}
      text="The pending changes no longer take effect automatically. A second person can still confirm them, and an admin can undo this."
      details={detailsOf(account)}
      confirmLabel="Stop"
      pending={stop.isPending}
      error={stop.error?.message}
      onConfirm={() => stop.mutate({ params: { id: user_id }, body: { version } })}
    />
  )
}

function detailsOf(account: AccountConfirmation) {
  return [
    { label: 'Account', value: `${account.name}, ${account.email}`, wide: true },
    { label: 'Reason', value: whyItWaits(account), wide: true },
    { label: 'State', value: waitingLine(account), wide: true },
  ]
}
