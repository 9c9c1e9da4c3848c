import { stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'

/** The amount of a check; that of a voided one is struck, and says VOID. */
export function CheckAmount({ check: { state, amount } }: { check: Pick<CheckReply, 'state' | 'amount'> }) {
  if (state !== stateAfter('void')) return formatDollars(amount)
  return (
    <>
      <span className="me-1 font-semibold">VOID</span>
      <s className="text-ink-soft">{formatDollars(amount)}</s>
    </>
  )
}
