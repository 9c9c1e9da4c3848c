import { addDays, type CalendarDate, formatDate } from '../values/calendar-date.ts'
import { listWithAnd } from '../values/lists.ts'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The days of the week, Monday first: 0 for Sunday to 6 for Saturday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: names[day] as string }))

/** Days of the week as text: `Monday to Friday`, `Monday, Tuesday, and Sunday`. */
export function weekdaysInWords(days: readonly number[]): string {
  const chosen = weekdays.filter(({ day }) => days.includes(day))
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (!first || !last) return 'None'
  const from = weekdays.indexOf(first)
  const isUnbroken = weekdays.indexOf(last) - from === chosen.length - 1
  if (isUnbroken && chosen.length > 2) return `${first.name} to ${last.name}`
  return listWithAnd(chosen.map(({ name }) => name))
}

/** Hours by day as text: `Saturday 09:00 to 13:00`; omitted days are 09:00 to 18:00. */
export function hoursInWords(
  days: readonly { readonly weekday: number; readonly opens: string; readonly closes: string }[],
): string {
  const named = days.map(({ weekday, opens, closes }) => {
    return `${weekdays.find(({ day }) => day === weekday)?.name ?? weekday} ${opens} to ${closes}`
  })
  return listWithAnd(named) || '09:00 to 18:00 on every business day'
}

/** Holidays as text: `Christmas Day (Dec 25, 2026)`. */
export function holidaysInWords(holidays: readonly Holiday[]): string {
  return listWithAnd(holidays.map(({ date, name }) => `${name} (${formatDate(date)})`)) || 'None'
}

/** A day off. */
export interface Holiday {
  readonly date: CalendarDate
  readonly name: string
}

type Rule = (year: number) => CalendarDate

const [monday, thursday, saturday, sunday] = [1, 4, 6, 0]

// 5 U.S.C. 6103(a).
const rules: readonly (readonly [name: string, on: Rule])[] = [
  ['New Year’s Day', onDate(1, 1)],
  ['Birthday of Martin Luther King, Jr.', onWeekday(3, monday, 1)],
  ['Washington’s Birthday', onWeekday(3, monday, 2)],
  ['Memorial Day', (year) => addDays(onWeekday(1, monday, 6)(year), -7)],
  ['Juneteenth National Independence Day', onDate(6, 19)],
  ['Independence Day', onDate(7, 4)],
  ['Labor Day', onWeekday(1, monday, 9)],
  ['Columbus Day', onWeekday(2, monday, 10)],
  ['Veterans Day', onDate(11, 11)],
  ['Thanksgiving Day', onWeekday(4, thursday, 11)],
  ['Christmas Day', onDate(12, 25)],
]

/**
 * The United States federal holidays of a year under current law, for these working days (0 for Sunday). A holiday on a
 * Saturday or Sunday off is observed on the Friday before or the Monday after, so New Year's Day can be observed at the
 * end of the previous year.
 */
export function federalHolidays(year: number, weekdays: readonly number[]): Holiday[] {
  return rules.map(([name, on]) => {
    const date = on(year)
    const weekday = weekdayOf(date)
    if (weekdays.includes(weekday) || (weekday !== saturday && weekday !== sunday)) return { date, name }
    return { date: addDays(date, weekday === saturday ? -1 : 1), name: `${name} (observed)` }
  })
}

function onDate(month: number, day: number): Rule {
  return (year) => dateOf(year, month, day)
}

/** The nth occurrence of a weekday in a month. */
function onWeekday(which: number, weekday: number, month: number): Rule {
  return (year) => {
    const first = dateOf(year, month, 1)
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (which - 1))
  }
}

function dateOf(year: number, month: number, day: number): CalendarDate {
  return [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}
