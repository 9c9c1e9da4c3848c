import { isMissed } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { datesIn, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { findZone } from '../../../organization/queries/calendars.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { asRepeated } from '../queries/marks.ts'
import {
  type DayKey,
  findDay,
  findDayBefore,
  findDayOfDraft,
  findLastApproved,
  findRecurring,
  type PaymentRow,
  type RecurringDay,
  updateDay,
} from '../queries/recurring.ts'

/** The refusal to submit the draft of a day again. */
function alreadySubmitted({ due_on }: DayKey): Failure {
  return new Failure('CONFLICT', `The request for ${formatDate(due_on)} was already submitted.`)
}

/**
 * The day of the caller's recurring request from which this draft came; undefined for other drafts. Throws if its
 * request was already submitted, so that two windows, or a user and the schedule, don't submit it twice.
 */
export async function dayToSubmit(trx: Tx, caller: Caller, draftId: number): Promise<RecurringDay | undefined> {
  const found = await findDayOfDraft(trx, draftId)
  const row = found && (await findRecurring(trx, found.recurring_id))
  if (!row || row.requester_id !== caller.userId) return undefined
  await beforeChange(trx, 'recurring-request', row.id)
  const day = await findDay(trx, found)
  if (day && day.check_request_id !== null) throw alreadySubmitted(day)
  return day
}

/**
 * Records the request that came from a day, and with what its approvers compare it: the last approved payment, whether
 * the request is late, and whether the day before was skipped.
 */
export async function settleDay(
  { trx, now }: Unit,
  day: RecurringDay,
  { requestId, wasAutomatic }: { readonly requestId: number; readonly wasAutomatic: boolean },
): Promise<void> {
  const today = datesIn(await findZone(trx, day.dealer_group_id, null))(now)
  const former = await findLastApproved(trx, day.recurring_id)
  const before = await findDayBefore(trx, day, day.due_on)
  const isSettled = await updateDay(trx, day, {
    check_request_id: requestId,
    is_automatic: 0,
    was_automatic: wasAutomatic ? 1 : 0,
    is_late: isMissed(day.due_on, day.due_on, today) ? 1 : 0,
    missed_on: before && before.check_request_id === null ? before.due_on : null,
    former: former ? JSON.stringify({ ...asRepeated(former), ...numbered(former) }) : null,
  })
  if (!isSettled) throw alreadySubmitted(day)
}

function numbered({ id, request_number }: PaymentRow) {
  return { id, request_number }
}
