import {
  type AccountConfirmation,
  confirmationEndpoints,
} from '@check-requests/domain/people/confirmations/endpoints.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { waitingAccountsId } from '#dashboard/needs-me.tsx'
import { useConfirmations } from '#people/confirmations/api.ts'
import { NextStep, waitingLine, whyItWaits } from '#people/confirmations/words.tsx'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const ConfirmAccount = lazy(async () => ({
  default: (await import('#people/confirmations/decide-dialogs.tsx')).ConfirmAccount,
}))
const StopAccount = lazy(async () => ({
  default: (await import('#people/confirmations/decide-dialogs.tsx')).StopAccount,
}))

/**
 * Accounts that need a second person's confirmation, with the possible actions; renders nothing if there are no such
 * accounts.
 */
export function WaitingAccounts() {
  const { data } = useConfirmations()
  const confirm = useDialogFor<AccountConfirmation>(ConfirmAccount)
  const stop = useDialogFor<AccountConfirmation>(StopAccount)
  const waiting = data?.others ?? []
  return (
    <>
      {waiting.length > 0 && (
        <Card
          id={waitingAccountsId}
          title="Accounts Pending Confirmation"
          description="No one can release money alone: a second person must confirm every approver, processor, and admin."
        >
          <ul className="grid divide-y divide-line">
            {waiting.map((account) => (
              <WaitingAccount
                key={account.user_id}
                account={account}
                onConfirm={() => confirm.openFor(account)}
                onStop={() => stop.openFor(account)}
              />
            ))}
          </ul>
        </Card>
      )}
      {confirm.dialog}
      {stop.dialog}
    </>
  )
}

interface WaitingAccountProps {
  account: AccountConfirmation
  onConfirm(): void
  onStop(): void
}

function WaitingAccount({ account, onConfirm, onStop }: WaitingAccountProps) {
  const { name, email, asked_at, confirm_refusal, stop_refusal } = account
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5 wrap-anywhere">
        <p>
          <span className="font-semibold">{markHidden(name)}</span> <span className="text-ink-soft">{email}</span>
        </p>
        <p>{waitingLine(account)}.</p>
        <p className="text-ink-soft">
          {whyItWaits(account)}, {formatMoment(asked_at)}. <NextStep account={account} />
        </p>
      </div>
      <div className="flex gap-2">
        {confirm_refusal === null && (
          <Button size="sm" onClick={onConfirm} aria-label={`Confirm ${name}`}>
            Confirm
          </Button>
        )}
        {stop_refusal === null && (
          <Button variant="secondary" size="sm" onClick={onStop} aria-label={`Stop ${name}`}>
            Stop
          </Button>
        )}
      </div>
    </li>
  )
}

/** Tells existing admins once that account changes now require a second person. */
export function ConfirmationAnnouncement() {
  const { data } = useConfirmations()
  const dismiss = useWrite(confirmationEndpoints.dismiss, { refreshes: ['users'] })
  if (!data?.announced) return null
  return (
    <Card
      title="New: A Second Person Confirms Accounts"
      actions={
        <Button variant="secondary" size="sm" pending={dismiss.isPending} onClick={() => dismiss.mutate({})}>
          Got It
        </Button>
      }
    >
      <p>
        From now on, a second admin, a super admin, or an approver must confirm new approvers, processors, and admins,
        and their new roles, wider scopes, and reset passwords. Existing accounts aren’t affected. A super admin can
        turn this off for a dealer group.
      </p>
    </Card>
  )
}
