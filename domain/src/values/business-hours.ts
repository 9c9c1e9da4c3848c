import { type BusinessCalendar, isBusinessDay } from './business-days.ts'
import { addDays, datesIn } from './calendar-date.ts'
import { momentAt } from './time-zones.ts'

const minute = 60_000
const hour = 60 * minute

/** When work begins and ends on a day of the week, in minutes since midnight by the clocks of the place. */
export interface OpenHours {
  readonly opens: number
  readonly closes: number
}

/** When a dealer group works: its business days, and from when to when on each day of the week. */
export interface BusinessHours extends BusinessCalendar {
  /** Days of the week whose hours are not the usual ones, 0 for Sunday to 6 for Saturday. */
  readonly hours: ReadonlyMap<number, OpenHours>
}

/** Nine to six. */
export const usualHours: OpenHours = { opens: 9 * 60, closes: 18 * 60 }

/**
 * The moment at which so many hours of work have passed since a time, both in milliseconds UTC. What is left out by
 * clocks that are set forward is no work, and what they show twice is worked twice.
 */
export function businessHoursAfter(time: number, hours: number, calendar: BusinessHours): number {
  let left = hours * hour
  for (let date = datesIn(calendar.zone)(time); ; date = addDays(date, 1)) {
    if (!isBusinessDay(date, calendar)) continue
    const { opens, closes } = calendar.hours.get(new Date(`${date}T00:00:00Z`).getUTCDay()) ?? usualHours
    const begin = Math.max(time, momentAt(date, opens * minute, calendar.zone))
    const end = momentAt(date, closes * minute, calendar.zone)
    if (begin + left <= end) return begin + left
    left -= Math.max(0, end - begin)
  }
}
