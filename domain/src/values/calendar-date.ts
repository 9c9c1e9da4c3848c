const dayInMilliseconds = 86_400_000
const minute = 60_000
const shape = /^\d{4}-\d{2}-\d{2}$/

/** A calendar date without time or zone, such as `2026-11-21`. */
export type CalendarDate = string

/** True for a date that exists, unlike February 30. */
export function isCalendarDate(text: string): boolean {
  if (!shape.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The date this many days after the given one, or before it if the number is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * dayInMilliseconds)
}

/** The number of days from the first date to the second; negative if the second is earlier. */
export function daysBetween(first: CalendarDate, second: CalendarDate): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / 86_400_000)
}

/** The same day this many months later, or the last day of that month if the month is too short. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(day, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** The UTC date of a time in milliseconds. */
export function dateOf(milliseconds: number): CalendarDate {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** Today in the local time zone: that of the browser's user, or of the server. */
export function localToday(now: Date): CalendarDate {
  return dateOf(now.getTime() - now.getTimezoneOffset() * 60_000)
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

export function formatDate(date: CalendarDate): string {
  return dayFormat.format(new Date(`${date}T00:00:00Z`))
}

// Creating a formatter takes longer than using it a hundred times. The cache has a limit because each capitalization of
// a name is a separate key.
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 1000

/**
 * Returns a function that converts times in milliseconds to dates in a zone, an IANA name like `America/Chicago`.
 * Throws for other text.
 */
export function datesIn(zone: string): (milliseconds: number) => CalendarDate {
  const known = formats.get(zone)
  const format =
    known ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  if (!known && formats.size < mostFormats) formats.set(zone, format)
  return (milliseconds) => format.format(milliseconds)
}

/** Today in a time zone, such as that of a bank account. */
export function todayIn(zone: string): CalendarDate {
  return datesIn(zone)(Date.now())
}

/** The time when a day begins in a zone, in milliseconds; if midnight is skipped, the day's first minute. */
export function startOfDay(date: CalendarDate, zone: string): number {
  const dateAt = datesIn(zone)
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // No zone is more than 15 hours from UTC, and days begin on a whole minute.
  let [before, since] = [midnight / minute - 15 * 60, midnight / minute + 15 * 60]
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2)
    if (dateAt(middle * minute) < date) before = middle
    else since = middle
  }
  return since * minute
}

/** A time zone by its city: `New York time`; `UTC`. */
export function zoneByCity(zone: string): string {
  return zone === 'UTC' ? zone : `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`
}

/** True for the name of a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    datesIn(text)
    return true
  } catch {
    return false
  }
}
