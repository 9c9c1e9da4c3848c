import { daysOut, isStale } from '../bank/reconciliation.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { stateAfter } from './lifecycle.ts'
import type { CheckReply } from './replies.ts'

/** The number of days since an unpaid check left; undefined for any other check. */
export function daysOutstanding(
  { state, issued_on }: Pick<CheckReply, 'state' | 'issued_on'>,
  today: CalendarDate,
): number | undefined {
  if (state !== stateAfter('issue') || issued_on === null) return undefined
  // The dealership's date can be a day ahead of the viewer's date.
  return daysOut(issued_on, today)
}

/** True for a check that has been outstanding longer than its account allows. Banks might still pay such a check. */
export function isStaleCheck(
  check: Pick<CheckReply, 'state' | 'issued_on' | 'check_date'>,
  today: CalendarDate,
  staleAfterDays: number,
): boolean {
  return daysOutstanding(check, today) !== undefined && isStale(check.check_date, today, staleAfterDays)
}
