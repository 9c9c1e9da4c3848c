import { addDays, type CalendarDate, datesIn } from './calendar-date.ts'
import { momentAt, timeOfDay } from './time-zones.ts'

/** A dealer group's working days and time zone. */
export interface BusinessCalendar {
  /** An IANA name. */
  readonly zone: string
  /** The working weekdays, 0 for Sunday to 6 for Saturday; at least one. */
  readonly weekdays: readonly number[]
  readonly holidays: ReadonlySet<CalendarDate>
}

/** The default working weekdays, Monday to Friday. */
export const usualWeekdays: readonly number[] = [1, 2, 3, 4, 5]

/** The default calendar, which can't be changed: Monday to Friday in UTC. */
export const fixedCalendar: BusinessCalendar = { zone: 'UTC', weekdays: usualWeekdays, holidays: new Set() }

/** True for a working day. */
function isBusinessDay(date: CalendarDate, { weekdays, holidays }: BusinessCalendar): boolean {
  return weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !holidays.has(date)
}

/**
 * The time some business days later, both in milliseconds UTC: the same time of day in the calendar's zone, on a later
 * business day. If the start is on a day off, counting begins on the next business day.
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
 * The time some business days earlier, both in milliseconds UTC: the latest start for which that many business days
 * have passed.
 */
export function businessDaysBefore(time: number, days: number, calendar: BusinessCalendar): number {
  let date = datesIn(calendar.zone)(time)
  for (let passed = 0; passed <= days; passed += 1) date = nextBusinessDay(date, -1, calendar)
  // A span that starts in the first moment of this day is over by then, and a later start never ends earlier.
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

/** The working hours of a weekday, in minutes since midnight local time. */
export interface OpenHours {
  readonly opens: number
  readonly closes: number
}

/** A dealer group's working days and the hours of each weekday. */
export interface BusinessHours extends BusinessCalendar {
  /** Hours by weekday (0 for Sunday to 6 for Saturday), for weekdays that differ from the default hours. */
  readonly hours: ReadonlyMap<number, OpenHours>
}

/** The default working hours, nine to six. */
export const usualHours: OpenHours = { opens: 9 * 60, closes: 18 * 60 }

/**
 * The time when this many working hours have passed since a start, both in milliseconds UTC. Hours skipped by a clock
 * change aren't worked; repeated hours are worked twice.
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
