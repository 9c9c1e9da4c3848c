import { addDays, type CalendarDate, isCalendarDate } from './calendar-date.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const relative: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 }

/** The maximum number of days between today and a typed date. */
const furthestDays = 9999

/** Around 2100, the next February 29 can be eight years away. */
const yearsAround = Array.from({ length: 17 }, (_, index) => index - 8)

/** The context of a typed date: today, and the first possible day if the year is omitted. */
export interface TypedDateContext {
  readonly today: CalendarDate
  readonly from?: CalendarDate | undefined
}

/**
 * Parses a typed date: `12/3`, `12/3/26`, `dec 3`, `2026-12-03`, `+5`, `-3`, `fri`, `tomorrow`. A date without a year
 * is the first such day on or after `from`, or without `from` the one nearest to today. A weekday means the next one
 * after today. Undefined for a text that isn't a date.
 */
export function parseTypedDate(text: string, { today, from }: TypedDateContext): CalendarDate | undefined {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const days = daysFromToday(typed, today)
  if (days !== undefined) return addDays(today, days)
  if (isCalendarDate(typed)) return typed
  const parts = partsOf(typed)
  if (!parts) return undefined
  const { year, month, day } = parts
  if (year !== undefined) return dateOf(year, month, day)
  return withoutYear({ month, day }, today, from)
}

function daysFromToday(typed: string, today: CalendarDate): number | undefined {
  const [, sign, amount] = /^([+-]) ?(\d{1,4})$/.exec(typed) ?? []
  if (amount !== undefined) return Math.min(Number(amount), furthestDays) * (sign === '-' ? -1 : 1)
  const word = only(Object.keys(relative), typed, 3)
  if (word !== undefined) return relative[word]
  const weekday = only(weekdays, typed, 2)
  if (weekday === undefined) return undefined
  return ((weekdays.indexOf(weekday) - weekdayOf(today) + 6) % 7) + 1
}

interface Parts {
  readonly year: number | undefined
  readonly month: number
  readonly day: number
}

/**
 * Splits a typed date into parts, month first as in the United States. A month name can come before or after the day.
 */
function partsOf(typed: string): Parts | undefined {
  const numbers = /^(\d{1,2})[/. -](\d{1,2})(?:[/. -](\d{4}|\d{2}))?$/.exec(typed)
  if (numbers) return { month: Number(numbers[1]), day: Number(numbers[2]), year: yearOf(numbers[3]) }
  const words =
    /^(?<month>\p{L}{3,})\.? ?(?<day>\d{1,2})(?:,? (?<year>\d{4}|\d{2}))?$/u.exec(typed) ??
    /^(?<day>\d{1,2}) ?(?<month>\p{L}{3,})\.?(?:,? (?<year>\d{4}|\d{2}))?$/u.exec(typed)
  const month = only(months, words?.groups?.month ?? '', 3)
  if (!month) return undefined
  return { month: months.indexOf(month) + 1, day: Number(words?.groups?.day), year: yearOf(words?.groups?.year) }
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

function withoutYear(
  { month, day }: Pick<Parts, 'month' | 'day'>,
  today: CalendarDate,
  from: CalendarDate | undefined,
): CalendarDate | undefined {
  const year = Number((from ?? today).slice(0, 4))
  const possible = yearsAround.flatMap((away) => dateOf(year + away, month, day) ?? [])
  if (from) return possible.find((date) => date >= from)
  const distance = (date: CalendarDate) => Math.abs(Date.parse(date) - Date.parse(today))
  return possible.toSorted((one, other) => distance(one) - distance(other))[0]
}

function dateOf(year: number, month: number, day: number): CalendarDate | undefined {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  return isCalendarDate(date) ? date : undefined
}

function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** The only word with this beginning; undefined if several match or the text is too short. */
function only(words: readonly string[], beginning: string, fewest: number): string | undefined {
  const found = beginning.length < fewest ? [] : words.filter((word) => word.startsWith(beginning))
  return found.length === 1 ? found[0] : undefined
}
