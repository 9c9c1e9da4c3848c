import { addDays, type CalendarDate, datesIn } from './calendar-date.ts'
import { momentAt, timeOfDay } from './time-zones.ts'

/** When a dealer group works, and by which clocks. */
export interface BusinessCalendar {
  /** An IANA name. */
  readonly zone: string
  /** 0 for Sunday to 6 for Saturday; at least one. */
  readonly weekdays: readonly number[]
  readonly holidays: ReadonlySet<CalendarDate>
}

/** Monday to Friday. */
export const usualWeekdays: readonly number[] = [1, 2, 3, 4, 5]

/** The calendar that nobody can change: Monday to Friday in UTC. */
export const fixedCalendar: BusinessCalendar = { zone: 'UTC', weekdays: usualWeekdays, holidays: new Set() }

/** True for a date on which people work. */
function isBusinessDay(date: CalendarDate, { weekdays, holidays }: BusinessCalendar): boolean {
  return weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !holidays.has(date)
}

/**
 * Some business days after a time, both in milliseconds UTC: the same time of day, by the clocks of the calendar's
 * zone, on a later business day. A span that would begin on another day begins with the next business day.
 */
export function businessDaysAfter(time: number, days: number, calendar: BusinessCalendar): number {
  const today = datesIn(calendar.zone)(time)
  const isOpen = isBusinessDay(today, calendar)
  let date = isOpen ? today : nextBusinessDay(today, 1, calendar)
  for (let passed = 0; passed < days; passed += 1) date = nextBusinessDay(date, 1, calendar)
  if (isOpen && days === 0) return time
  return momentAt(date, isOpen ? timeOfDay(time, calendar.zone) : 0, calendar.zone)
}

/**
 * Some business days before a time, both in milliseconds UTC: the latest time after which that many business days have
 * passed by then.
 */
export function businessDaysBefore(time: number, days: number, calendar: BusinessCalendar): number {
  let date = datesIn(calendar.zone)(time)
  for (let passed = 0; passed <= days; passed += 1) date = nextBusinessDay(date, -1, calendar)
  // A span from the first moment of this day is over by then, and one from a later moment is never over earlier.
  let [over, running] = [momentAt(date, 0, calendar.zone), time + 1]
  while (running - over > 1) {
    const middle = Math.floor((over + running) / 2)
    if (businessDaysAfter(middle, days, calendar) <= time) over = middle
    else running = middle
  }
  return over
}

function nextBusinessDay(date: CalendarDate, step: 1 | -1, calendar: BusinessCalendar): CalendarDate {
  const next = addDays(date, step)
  return isBusinessDay(next, calendar) ? next : nextBusinessDay(next, step, calendar)
}

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
