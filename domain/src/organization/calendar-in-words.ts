import { formatDate } from '../values/calendar-date.ts'
import type { Holiday } from '../values/federal-holidays.ts'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const listFormat = new Intl.ListFormat('en-US')

/** The days of the week, Monday first: 0 for Sunday to 6 for Saturday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: names[day] as string }))

/** Days of the week as people read them: `Monday to Friday`, `Monday, Tuesday, and Sunday`. */
export function weekdaysInWords(days: readonly number[]): string {
  const chosen = weekdays.filter(({ day }) => days.includes(day))
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (!first || !last) return 'None'
  const from = weekdays.indexOf(first)
  const isUnbroken = weekdays.indexOf(last) - from === chosen.length - 1
  if (isUnbroken && chosen.length > 2) return `${first.name} to ${last.name}`
  return listFormat.format(chosen.map(({ name }) => name))
}

/** Hours of days as people read them: `Saturday 09:00 to 13:00`; those that are left out go from nine to six. */
export function hoursInWords(
  days: readonly { readonly weekday: number; readonly opens: string; readonly closes: string }[],
): string {
  const named = days.map(({ weekday, opens, closes }) => {
    return `${weekdays.find(({ day }) => day === weekday)?.name ?? weekday} ${opens} to ${closes}`
  })
  return listFormat.format(named) || 'Nine to six'
}

/** Holidays as people read them: `Christmas Day (Dec 25, 2026)`. */
export function holidaysInWords(holidays: readonly Holiday[]): string {
  return listFormat.format(holidays.map(({ date, name }) => `${name} (${formatDate(date)})`)) || 'None'
}
