import { addDays, type CalendarDate, isCalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { dateForms } from '../file-text.ts'

/** Date formats in files received from banks, with an example of each. */
export const clearingDateForms = {
  ...dateForms,
  'YYYY/MM/DD': '2026/11/20',
  'MM-DD-YYYY': '11-20-2026',
  'MM-DD-YY': '11-20-26',
  'DD-MMM-YYYY': '20-Nov-2026',
  'DD-MMM-YY': '20-Nov-26',
  'MMM DD, YYYY': 'Nov 20, 2026',
  'DD.MM.YYYY': '20.11.2026',
  'MM.DD.YYYY': '11.20.2026',
} as const
export type ClearingDateForm = keyof typeof clearingDateForms

const spaces = /[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/g

/** A cell without what spreadsheets add: `="0001001"`, a leading apostrophe, narrow spaces, or a typographic minus. */
export function bareCell(text: string): string {
  const plain = text.replace(spaces, ' ').replace(/[−–]/g, '-').trim()
  return (/^="(.*)"$/.exec(plain)?.[1] ?? plain.replace(/^'/, '')).trim()
}

/** The largest number of digits in a check number that a JavaScript integer can represent exactly. */
const longestNumber = 15
const numberInCell =
  /^\*{0,2}(?:(?:check|cheque|chk|ck|draft|serial|number|no|num|#)[\s.:#-]*){0,4}(\d{1,40}|\d{1,3}(?:,\d{3}){1,4})(?:\.0+)? ?\*?$/i

/**
 * A check number as banks and spreadsheets write it: `0001234`, `#1234`, `Check 1234`, `1234.0`, or `1.234E+03`. Null
 * if the text contains no digit other than 0; undefined for any other text, such as a card reference with letters.
 */
export function readCheckNumber(text: string): number | null | undefined {
  const cell = bareCell(text)
  if (!/[1-9]/.test(cell)) return null
  const digits = numberInCell.exec(withoutPower(cell))?.[1]?.replaceAll(',', '').replace(/^0+/, '')
  return digits === undefined || digits.length > longestNumber ? undefined : Number(digits)
}

/** Digits without an exponent, unless a spreadsheet has rounded them. */
function withoutPower(cell: string): string {
  const [, first, rest = '', power] = /^(\d)\.(\d+)e\+?0*(\d{1,2})$/i.exec(cell) ?? []
  return first !== undefined && rest.length === Number(power) ? first + rest : cell
}

/** Longer numbers are references or traces rather than the serial numbers of checks. */
const longestSerial = 8

/** True for a number that can be a check's serial number. */
export function isSerial(number: number | null | undefined): number is number {
  return typeof number === 'number' && String(number).length <= longestSerial
}

/** An amount of money without its sign. `side`: the side of the account, if the amount names it, as in `1.00 CR`. */
export interface Signed {
  readonly cents: Cents
  readonly isNegative: boolean
  readonly side?: 'debit' | 'credit'
}

const longestAmount = 60
const dollars = /^(\d{0,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2})0{0,4})?$/
const signs = /^(\(?)([+-]?)\$?\(?([+-]?)([\d.,]{1,40})([+-]?)(\)?)$/

/**
 * Dollar amounts as banks write them: `1,234.56`, `$1234.5`, `-1.00`, `1.00-`, `(1.00)`, `1.00 DR`. Undefined for
 * anything else.
 */
export function readDollars(text: string): Signed | undefined {
  const { digits, ...sign } = withoutSign(text)
  const [, whole, fraction = ''] = dollars.exec(digits.replace(/^0+(?=\d)/, '')) ?? []
  if (whole === undefined || whole + fraction === '') return undefined
  return { cents: Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0')), ...sign }
}

/** Amounts with a decimal comma, as European programs write them: `1.234,56`, `1234,5`. Undefined for anything else. */
function readDecimalComma(text: string): Signed | undefined {
  return readDollars(text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')))
}

/** Whole cents, filled with any number of zeros: `123456`, `-123456`, `+000123456`. Undefined for anything else. */
export function readCents(text: string): Signed | undefined {
  const { digits, ...sign } = withoutSign(text)
  const bare = digits.replace(/^0+(?=\d)/, '')
  return /^\d{1,15}$/.test(bare) ? { cents: Number(bare), ...sign } : undefined
}

/** How amounts in files received from banks are written, each with its reader. */
export const amountForms = { dollars: readDollars, cents: readCents, 'decimal comma': readDecimalComma } as const
export type AmountForm = keyof typeof amountForms

/** The forms of amounts in sentences. */
export const amountWords: Readonly<Record<AmountForm, string>> = {
  dollars: 'dollars',
  cents: 'cents',
  'decimal comma': 'dollars with a decimal comma',
}

/**
 * True for several amounts, or one beside dates without separators, most of which would be large as whole dollars. A
 * single amount that was raised by two zeros mustn't look like cents.
 */
function areLarge(cells: readonly string[], hasPlainDates: boolean): boolean {
  if (cells.length < 2 && !hasPlainDates) return false
  const large = cells.filter((cell) => /^[+-]?\d{5,}$/.test(cell) || /^[5-9]\d{3}$/.test(cell))
  return large.length > cells.length / 2
}

/**
 * The form of amounts; dollars if the values don't say. `saysCents`: whether the file says that they are in cents.
 * `hasPlainDates`: whether its dates are digits only, as those of bank systems.
 */
export function formOfAmounts(values: readonly string[], saysCents: boolean, hasPlainDates: boolean): AmountForm {
  const cells = values.map(bareCell).filter((cell) => cell !== '')
  const areAll = (form: AmountForm) => cells.length > 0 && cells.every((cell) => amountForms[form](cell))
  const areFilled = cells.every((cell) => /^0\d{4,}[+-]?$/.test(cell))
  if (areAll('cents') && (saysCents || areFilled || areLarge(cells, hasPlainDates))) return 'cents'
  return areAll('decimal comma') && !areAll('dollars') ? 'decimal comma' : 'dollars'
}

/**
 * The digits of an amount without sign, parentheses, and dollar sign; empty if there are two signs or unbalanced
 * parentheses.
 */
function withoutSign(text: string): Omit<Signed, 'cents'> & { readonly digits: string } {
  const cell = bareCell(text)
    .slice(0, longestAmount)
    .replace(/^<(.*)>$/, '($1)')
  const [, first, amount = '', last] =
    /^(?:(d[rb]|cr)\.?\s+)?(.*?)\s*(?:usd|us\$)?\s*(?:\(?(d[rb]?|cr?)\.?\)?)?$/i.exec(cell) ?? []
  const marked = first ?? last ?? ''
  const bare = amount
    .replace(/^(?:usd|us(?=\$))\s*/i, '')
    .replace(/(?<=[($+-])\s+|\s+(?=[)-]$)/g, '')
    // A space, often a thin one, between thousands.
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, ',')
  const opening = bare.startsWith('$(') ? `($${bare.slice(2)}` : bare
  const [, opened = '', before = '', within = '', digits = '', behind = '', closed = ''] = signs.exec(opening) ?? []
  const given = [opened, before, within, behind].filter((sign) => sign !== '')
  if (given.length > 1 || (opened === '') !== (closed === '')) return { digits: '', isNegative: false }
  const side = /^d/i.test(marked) ? 'debit' : 'credit'
  const isMinus = given.length === 1 && given[0] !== '+'
  return { digits, isNegative: isMinus || side === 'debit', ...(marked !== '' && { side }) }
}

/** A date from the texts of year, month, and day; undefined if there is no such date. */
export function dateOfParts(year: string, month: string, day: string): CalendarDate | undefined {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function monthOf(name: string): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)
}

/** The shapes of written dates. Leading zeros are optional because spreadsheets drop them; a time can follow. */
const shapes: readonly [RegExp, (one: string, two: string, three: string) => CalendarDate | undefined][] = [
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/, (month, day, year) => dateOfParts(year, month, day)],
  [/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, (year, month, day) => dateOfParts(year, month, day)],
  [
    /^(\d{1,2})[ .-]?([a-z]{3,9})[ .,-]{0,2}(\d{4}|\d{2})$/i,
    (day, month, year) => dateOfParts(year, monthOf(month), day),
  ],
  [
    /^([a-z]{3,9})[ .-]{1,2}(\d{1,2})[ ,-]{1,2}(\d{4}|\d{2})$/i,
    (month, day, year) => dateOfParts(year, monthOf(month), day),
  ],
]
/** A day with a time and a zone: 1 day, 2 hour, 3 minutes, 4 half of the day, 5 zone. */
const zoned =
  /^(.*\d)(?:T| +)(\d{1,2}):?(\d{2})(?::?\d{2})?(?:\.\d+)?(?: ?([AaPp])\.?[Mm]\.?)? ?(Z|[A-Za-z]{3,4}|[+-]\d{2}:?\d{2})$/
/** The hours by which zones are ahead of UTC. */
// biome-ignore format: a table, one row each
const zones: Readonly<Record<string, number>> = {
  Z: 0, UTC: 0, GMT: 0, EDT: -4, EST: -5, CDT: -5, CST: -6, MDT: -6, MST: -7, PDT: -7, PST: -8, AKDT: -8, AKST: -9, HST: -10,
}
const time = /[ T]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[ap]\.?m\.?)?( [A-Z]{2,4})?$|(?<=^\d{6,8})[ T]\d{4,6}$/i

/** The account's day at a time in milliseconds. */
type DayOf = (milliseconds: number) => CalendarDate

// The day 0 of spreadsheets; they write the date alone as a number.
const spreadsheetEpoch = '1899-12-30'

/**
 * A date in any form that US banks use, with or without a time. Digits without separators are read in the given form. A
 * time with a zone falls on the account's day.
 */
export function readClearingDate(text: string, form: ClearingDateForm, dayOf?: DayOf): CalendarDate | undefined {
  const cell = withoutWeekday(text).slice(0, 60)
  const [, date, hour = '', minutes = '', half = '', zone = ''] = zoned.exec(cell) ?? []
  if (date !== undefined) {
    const written = readClearingDate(date, form)
    const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    return written && dayAt(written, hours * 60 + Number(minutes), minutesAhead(zone), dayOf)
  }
  const day = cell.replace(time, '')
  const shaped = shapes.find(([shape]) => shape.test(day))
  return shaped ? readShaped(day, shaped, form) : readDigits(day.replace(/\.0+$|(?<=^\d{5})\.\d+$/, ''), form)
}

const weekday = '(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*'
const weekdays = new RegExp(`^${weekday}[.,]{0,2} (?=.*\\d)|(?<=\\d),? \\(?${weekday}\\)?$`, 'i')

function withoutWeekday(text: string): string {
  return bareCell(text).replace(weekdays, '')
}

function minutesAhead(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const known = zones[zone.toUpperCase()]
  return known === undefined ? undefined : known * 60
}

/** The account's day at a time of a written day, in minutes. Systems write a day without a time as midnight. */
function dayAt(written: CalendarDate, time: number, ahead: number | undefined, dayOf?: DayOf): CalendarDate {
  if (!dayOf || ahead === undefined || time === 0) return written
  return dayOf(Date.parse(`${written}T00:00:00Z`) + (time - ahead) * 60_000)
}

function readShaped(day: string, [shape, read]: (typeof shapes)[number], form: ClearingDateForm) {
  const [, one = '', two = '', three = ''] = shape.exec(day) ?? []
  const isDayFirst = form === 'DD.MM.YYYY' && [one, two].every((part) => /^\d{1,2}$/.test(part))
  return isDayFirst ? read(two, one, three) : read(one, two, three)
}

function readDigits(digits: string, form: ClearingDateForm): CalendarDate | undefined {
  if (!/^\d{5,8}$/.test(digits)) return undefined
  // A spreadsheet drops the leading zero of the month.
  const whole = form.startsWith('M') && digits.length === form.length - 1 ? `0${digits}` : digits
  const part = (letter: string) => whole.slice(form.indexOf(letter), form.lastIndexOf(letter) + 1)
  if (/^[YMD]+$/.test(form) && whole.length === form.length) return dateOfParts(part('Y'), part('M'), part('D'))
  const serial = Number(digits)
  return digits.length === 5 && serial > 40_000 && serial < 60_000 ? addDays(spreadsheetEpoch, serial) : undefined
}

/** An OFX time such as `20261120230000.000[-5:EST]`: the account's day if it has a zone, or else the day as written. */
export function readOfxDate(text: string, dayOf?: DayOf): CalendarDate | undefined {
  const [, year = '', month = '', day = '', clock = '', zone] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T?(\d{2}:?\d{2}:?\d{0,2}))?(?:\.\d+)?(?:\s*\[([+-]?\d{1,2}(?:\.\d+)?)[^\]]*\])?/.exec(
      text.trim(),
    ) ?? []
  const date = dateOfParts(year, month, day)
  if (!(dayOf && date && zone !== undefined && clock !== '')) return date
  const [, hours = 0, minutes = 0] = (/^(\d{2}):?(\d{2})/.exec(clock) ?? []).map(Number)
  return dayAt(date, hours * 60 + minutes, Number(zone) * 60, dayOf)
}

const shapesOfDates: readonly [ClearingDateForm, RegExp][] = [
  ['MM/DD/YYYY', /^\d{1,2}\/\d{1,2}\/\d{4}/],
  ['MM/DD/YY', /^\d{1,2}\/\d{1,2}\/\d{2}/],
  ['YYYY-MM-DD', /^\d{4}-\d{1,2}-\d{1,2}/],
  ['YYYY/MM/DD', /^\d{4}\/\d{1,2}\/\d{1,2}/],
  ['MM-DD-YYYY', /^\d{1,2}-\d{1,2}-\d{4}/],
  ['MM-DD-YY', /^\d{1,2}-\d{1,2}-\d{2}/],
  ['DD-MMM-YYYY', /^\d{1,2}[ -]?[a-z]{3,9}[ -]?\d{4}/i],
  ['DD-MMM-YY', /^\d{1,2}[ -]?[a-z]{3,9}[ -]?\d{2}/i],
  ['MMM DD, YYYY', /^[a-z]{3,}/i],
  ['MM.DD.YYYY', /^\d{1,2}\.\d{1,2}\.\d{4}/],
  ['DD.MM.YYYY', /^\d{1,2}\.\d{1,2}\.\d{4}/],
  ['MMDDYYYY', /^\d{7,8}(?!\d)/],
  ['YYYYMMDD', /^20\d{6}(?!\d)/],
  ['MMDDYY', /^\d{6}(?!\d)/],
  ['YYMMDD', /^\d{6}(?!\d)/],
]

/** The date format that matches all values; undefined if there is none. */
export function formOfDates(values: readonly string[]): ClearingDateForm | undefined {
  const cells = values.map(withoutWeekday)
  const [first = ''] = cells
  const isPlausible = (date: string | undefined) => date !== undefined && date >= '2000' && date < '2060'
  return shapesOfDates.find(
    ([form, shape]) => shape.test(first) && cells.every((cell) => isPlausible(readClearingDate(cell, form))),
  )?.[0]
}

/** Dates with dots are read day first where the month can't come first, or beside amounts with a decimal comma. */
export function dateFormOf(values: readonly string[], amountForm: AmountForm): ClearingDateForm {
  const form = formOfDates(values) ?? 'MM/DD/YYYY'
  const isEuropean = form === 'MM.DD.YYYY' && amountForm === 'decimal comma'
  return isEuropean && values.every((value) => readClearingDate(value, 'DD.MM.YYYY')) ? 'DD.MM.YYYY' : form
}

/** True for an amount with a decimal point or a decimal comma. */
export function isDecimal(value: string): boolean {
  const form = /\.\d*\D*$/.test(value) ? 'dollars' : 'decimal comma'
  return /[.,]/.test(value) && amountForms[form](value) !== undefined
}

/** False for a record type, which is the same in every line. */
export function areVaried(values: readonly string[]): boolean {
  return new Set(values).size > 1 || values.every((value) => value.length > 2)
}
