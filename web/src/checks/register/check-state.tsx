import { actWhenConfirmed, type EnteredCheck } from '@check-requests/domain/checks/entered/rules.ts'
import { type CheckState, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { stateOfCheckInWords } from '@check-requests/domain/checks/words.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Badge, type BadgeColor } from '#ui/badge.tsx'

const colors: Record<CheckState, BadgeColor> = {
  reserved: 'yellow',
  released: 'gray',
  printed: 'blue',
  signed: 'purple',
  issued: 'orange',
  cleared: 'green',
  spoiled: 'gray',
  voided: 'gray',
  stopped: 'red',
}

/** The state of a check. */
export function CheckStateBadge({ check }: { check: EnteredCheck }) {
  return (
    <Badge color={colors[check.state]} wraps={actWhenConfirmed(check) !== undefined}>
      {stateOfCheckInWords(check)}
    </Badge>
  )
}

/** The amount of a check; for a voided check, the amount is struck through and followed by VOID. */
export function CheckAmount({ check: { state, amount } }: { check: Pick<CheckReply, 'state' | 'amount'> }) {
  if (state !== stateAfter('void')) return formatDollars(amount)
  return (
    <>
      <span className="me-1 font-semibold">VOID</span>
      <s className="text-ink-soft">{formatDollars(amount)}</s>
    </>
  )
}
