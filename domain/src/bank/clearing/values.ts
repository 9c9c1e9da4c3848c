import { type CalendarDate, isCalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

const longestShown = 30

/** A text of a file, as far as a sentence shows it. */
export function shown(text: string): string {
  return `“${text.length > longestShown ? `${beginning(text, longestShown)}…` : text}”`
}

/** So much of a text; no part of a number, which could be one that is not to be shown. */
export function beginning(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\d+$/, '') : text
}

/** Longest number of a check: what an integer of a computer holds exactly. */
const longestNumber = 15
const numberInCell = /^[^\d]{0,12}(\d{1,40})$/

/**
 * The number of a check as banks write it, `0001234`, `#1234` or `Check 1234`; null where there is no digit, or no
 * other than 0; and the beginning of a sentence for what is no number.
 */
export function readCheckNumber(text: string): number | null | string {
  if (!/\d/.test(text)) return null
  const digits = numberInCell.exec(text.trim())?.[1]?.replace(/^0+/, '')
  if (digits === undefined || digits.length > longestNumber) return `${shown(text)} is not the number of a check`
  return digits === '' ? null : Number(digits)
}

interface Signed {
  readonly cents: Cents
  readonly isNegative: boolean
}

const dollars = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0{0,4})?$/
const signs = /^(\(?)([+-]?)\$?([+-]?)([\d.,]{1,30})(-?)(\)?)$/

/** Dollars as banks write them: `1,234.56`, `$1234.5`, `-1.00`, `1.00-`, `(1.00)`. Undefined for anything else. */
export function readDollars(text: string): Signed | undefined {
  const { digits, isNegative } = withoutSign(text)
  const [, whole, fraction = ''] = dollars.exec(digits) ?? []
  if (whole === undefined) return undefined
  return { cents: Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0')), isNegative }
}

/** Whole cents: `123456`, `-123456`. Undefined for anything else. */
export function readCents(text: string): Signed | undefined {
  const { digits, isNegative } = withoutSign(text)
  return /^\d{1,15}$/.test(digits) ? { cents: Number(digits), isNegative } : undefined
}

/** What is left without sign, parentheses and dollar sign: nothing where there are two signs, or half a pair. */
function withoutSign(text: string): { readonly digits: string; readonly isNegative: boolean } {
  const [, opened = '', before = '', within = '', digits = '', behind = '', closed = ''] = signs.exec(text.trim()) ?? []
  const given = [opened, before, within, behind].filter((sign) => sign !== '')
  if (given.length > 1 || (opened === '') !== (closed === '')) return { digits: '', isNegative: false }
  return { digits, isNegative: given.length === 1 && given[0] !== '+' }
}

/** Year, month and day in texts of two or four digits; undefined for a day that does not exist. */
export function dateOfParts(year: string, month: string, day: string): CalendarDate | undefined {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

/** True when a file means this account: leading zeros do not count, and some banks hide all but the last four digits. */
export function isSameAccount(written: string, accountNumber: string): boolean {
  const [found, own] = [written, accountNumber].map((text) => text.replace(/[ -]/g, '').replace(/^0+/, ''))
  if (!found || !own) return false
  const hidden = /^[xX*]+(\d{4,})$/.exec(found)?.[1]
  return hidden === undefined ? found === own : own.endsWith(hidden)
}

/** An account of a file as it may be shown. */
export function lastFour(accountNumber: string): string {
  return accountNumber.replace(/[ -]/g, '').slice(-4)
}
