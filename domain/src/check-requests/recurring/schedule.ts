import { addDays, addMonths, type CalendarDate, daysBetween } from '../../values/calendar-date.ts'

/** How often a recurring request repeats, in months or days. */
export const intervals = [
  { name: 'week', label: 'Every week', days: 7 },
  { name: 'month', label: 'Every month', months: 1 },
  { name: 'quarter', label: 'Every quarter', months: 3 },
  { name: 'year', label: 'Every year', months: 12 },
] as const
export type Interval = (typeof intervals)[number]['name']

/**
 * The days of a recurring request. All days are counted from the first one, so that the 31st becomes the last day of a
 * shorter month and the 31st again in a longer one.
 */
export interface Schedule {
  readonly every: Interval
  readonly first_on: CalendarDate
  /** The last possible day; null for no end. */
  readonly until_on: CalendarDate | null
}

/** The first day of a schedule on or after this date; undefined if the schedule has ended by then. */
export function dueFrom(schedule: Schedule, date: CalendarDate): CalendarDate | undefined {
  let step = Math.max(0, stepsBefore(schedule, date))
  while (dayOf(schedule, step) < date) step += 1
  const day = dayOf(schedule, step)
  return schedule.until_on !== null && day > schedule.until_on ? undefined : day
}

/** The first day of a schedule after this date; undefined if there is none. */
export function dueAfter(schedule: Schedule, date: CalendarDate): CalendarDate | undefined {
  return dueFrom(schedule, addDays(date, 1))
}

function intervalNamed(name: Interval) {
  return intervals.find((row) => row.name === name) ?? intervals[1]
}

function dayOf({ every, first_on }: Schedule, step: number): CalendarDate {
  const interval = intervalNamed(every)
  return 'days' in interval ? addDays(first_on, interval.days * step) : addMonths(first_on, interval.months * step)
}

/** A number of steps that doesn't lead past this date. */
function stepsBefore({ every, first_on }: Schedule, date: CalendarDate): number {
  const interval = intervalNamed(every)
  const longest = 'days' in interval ? interval.days : interval.months * 31
  return Math.floor(daysBetween(first_on, date) / longest) - 1
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** A schedule in words, without its end: `Every month on the 1st`. */
export function scheduleInWords({ every, first_on }: Pick<Schedule, 'every' | 'first_on'>): string {
  const { label } = intervalNamed(every)
  const date = new Date(`${first_on}T00:00:00Z`)
  if (every === 'week') return `${label} on ${weekday.format(date)}`
  if (every === 'year') return `${label} on ${monthAndDay.format(date)}`
  const day = date.getUTCDate()
  return `${label} on the ${day === 31 ? 'last day' : `${day}${suffixes[ordinals.select(day)] ?? 'th'}`}`
}
