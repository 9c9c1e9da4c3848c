import { linesWith, readLines, writeLines } from '@check-requests/domain/books/accounting/lines.ts'
import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { isApproved, isPrinted, type StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  approvedThroughAtLeast,
  payoffOn,
  refusalToApproveThrough,
  refusalToPrintPayoff,
} from '@check-requests/domain/check-requests/payoff.ts'
import { datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { findZone } from '../../organization/queries/calendars.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { FieldChange } from '../listeners/request-event.ts'
import type { FoundRequest } from '../queries/detail/find.ts'
import { fieldChanges } from './apply-change.ts'

/** The payoff fields that a transition changes. */
interface PayoffChange {
  readonly values: {
    readonly amount_cents?: Cents
    readonly approved_cents?: Cents
    readonly accounting?: string | null
  }
  readonly changes: readonly FieldChange[]
}

const unchanged: PayoffChange = { values: {}, changes: [] }

/**
 * The changes when a payoff is approved or printed. An approval stores the amount owed on the day that the approver
 * chose. Of several approvals, the smallest amount counts. The check is printed for the amount owed on its date, which
 * can't exceed the approved amount.
 */
export async function payoffChange(
  { trx, now }: Pick<Unit, 'trx' | 'now'>,
  request: FoundRequest,
  to: StatusName,
  { approved_through }: Pick<StatusInput, 'approved_through'>,
): Promise<PayoffChange> {
  const { good_through: goodThrough } = request
  if (approved_through && (goodThrough === null || !isApproved(to)))
    throw invalidFields({
      approved_through: 'A day can be given only when approving a payoff with a good-through date.',
    })
  if (goodThrough === null || !(isApproved(to) || isPrinted(to))) return unchanged
  const today = datesIn(await findZone(trx, request.dealer_group_id, request.dealership_id))(now)
  const clock = { amount: request.amount_cents, perDiem: request.per_diem_cents ?? 0, goodThrough }
  if (isPrinted(to)) {
    const refusal = refusalToPrintPayoff(clock, { approved: request.approved_cents ?? request.amount_cents, today })
    if (refusal) throw new Failure('CONFLICT', refusal)
    return amountChange(request, payoffOn(clock, today))
  }
  const through = approved_through ?? approvedThroughAtLeast(goodThrough, today)
  const refusal = refusalToApproveThrough(through, { goodThrough, today })
  if (refusal) throw invalidFields({ approved_through: refusal })
  const owed = payoffOn(clock, through)
  const approved_cents = Math.min(request.approved_cents ?? owed, owed)
  const words = `${inDollars(approved_cents)}, through ${formatDate(through)}`
  return { values: { approved_cents }, changes: [{ field: 'approved_up_to', from: null, to: words }] }
}

/** The fields that change if another amount is printed. The accounting lines must add up to that amount, too. */
export function amountChange({ amount_cents, accounting: before }: FoundRequest, after: Cents): PayoffChange {
  if (amount_cents === after) return unchanged
  const accounting = writeLines(linesWith(readLines(before), after))
  const values = { amount_cents: after, ...(accounting !== null && { accounting }) }
  return { values, changes: fieldChanges({ amount_cents, accounting: before }, values) }
}

function inDollars(cents: Cents): string {
  return formatDollars(centsToDollars(cents))
}
