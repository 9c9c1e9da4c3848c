import { useConfirmationOf } from '#people/confirmations/api.ts'
import { NextStep, waitingLine } from '#people/confirmations/words.tsx'
import { Badge } from '#ui/badge.tsx'
import { ReasonMark } from '#ui/feedback/reason-button.tsx'

/** Marks an account in a list as pending confirmation. */
export function WaitingMark({ userId }: { userId: number }) {
  const account = useConfirmationOf(userId)
  if (!account || account.in_effect) return null
  return (
    <ReasonMark reason={waitingLine(account)}>
      <Badge color={account.stopped_by === null ? 'yellow' : 'red'}>
        {account.stopped_by === null ? 'Pending' : 'Stopped'}
      </Badge>
    </ReasonMark>
  )
}

/** Shows the pending change and the next step on an account's own form. */
export function WaitingText({ userId }: { userId: number }) {
  const account = useConfirmationOf(userId)
  if (!account) return null
  return (
    <p className="rounded-md border border-line bg-accent-soft px-3 py-2">
      {waitingLine(account)}. <NextStep account={account} />
    </p>
  )
}
