import { dayOfEvent } from '@check-requests/domain/books/journal/events.ts'
import { type CalendarDate, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { findZoneOfAccount } from '../../bank/queries/accounts.ts'
import { findOpenClock } from '../../books/journal/queries/events.ts'
import type { Unit } from '../../services.ts'
import type { CheckRow } from '../queries/checks.ts'

type OnAccount = Pick<CheckRow, 'dealer_group_id' | 'bank_account_id'>

/** The day of what happens to a check now: today by the clock of its account, and never in a month that is closed. */
export async function dayOfCheckEvent(unit: Unit, check: OnAccount): Promise<CalendarDate> {
  const { closedThrough } = await findOpenClock(unit.trx, check.dealer_group_id, null)
  return dayOfEvent(await todayOf(unit, check), closedThrough)
}

/** Today by the clock of the account of a check. */
export async function todayOf({ trx, now }: Unit, { bank_account_id }: OnAccount): Promise<CalendarDate> {
  return datesIn(await findZoneOfAccount(trx, bank_account_id))(now)
}
