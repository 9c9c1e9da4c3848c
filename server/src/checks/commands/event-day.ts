import { dayOfEvent } from '@check-requests/domain/journal/events.ts'
import { type CalendarDate, datesIn } from '@check-requests/domain/values/calendar-date.ts'
import { findOpenClock } from '../../journal/queries/events.ts'
import type { Unit } from '../../services.ts'
import type { CheckRow } from '../queries/checks.ts'

/** The day of what happens to a check now: today by the clock of its place, and never in a month that is closed. */
export async function dayOfCheckEvent(
  { trx, now }: Unit,
  { dealer_group_id, dealership_id }: Pick<CheckRow, 'dealer_group_id' | 'dealership_id'>,
): Promise<CalendarDate> {
  const { zone, closedThrough } = await findOpenClock(trx, dealer_group_id, dealership_id)
  return dayOfEvent(datesIn(zone)(now), closedThrough)
}
