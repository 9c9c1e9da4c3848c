import { addDays, type CalendarDate, formatDate, isCalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

const longestShown = 30

/** A text of a file, as far as a sentence shows it. */
export function shown(text: string): string {
  return `“${text.length > longestShown ? `${beginning(text, longestShown)}…` : text}”`
}

/** So much of a text; no part of a number, which could be one that is not to be shown. */
function beginning(text: string, length: number): string {
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

/** A check that the bank says it paid. */
export interface ClearedLine {
  /** Null where the bank gives none, as for a check of a counter; no check has the number 0. */
  readonly number: number | null
  /** More than 0. */
  readonly amountCents: Cents
  /** The day on which the bank paid it. */
  readonly date: CalendarDate
  /** As the bank read or was told it, often cut and in capitals; null in files without payees. */
  readonly payee: string | null
  /** What the bank calls this payment; null where the file has nothing of the kind. */
  readonly reference: string | null
  /** Where it begins in the file; the first line is 1. */
  readonly line: number
  /**
   * The same for the same line of a later file of the same format: date, number, amount, reference, and how many lines
   * before it in its file have the same four. At most 310 characters, no payee and no account number.
   */
  readonly fingerprint: string
}

/** Something about a line of a file, as a sentence that says what to do. */
export interface LineNote {
  readonly line: number
  readonly message: string
}

/**
 * What was read from a file of a bank. With `problems` nothing of it should be written: it may be cut off, or be for
 * somebody else. `notes`: what a person should know who writes it. `skipped`: how many payments were no paid checks of
 * this account.
 */
export interface ClearingFile {
  readonly lines: readonly ClearedLine[]
  readonly problems: readonly LineNote[]
  readonly notes: readonly LineNote[]
  readonly skipped: number
}

/** Largest file that is read, in characters: a year of a large account. */
const largestClearingFile = 5_000_000

/** After so many problems nobody reads on. */
const mostProblems = 100

// OFX, FITID: A-255.
const longestReference = 255

type Parsed = Omit<ClearedLine, 'fingerprint'>

/** What a parser collects while it goes through a file once. */
export class Findings {
  readonly #lines: ClearedLine[] = []
  readonly #problems: LineNote[] = []
  readonly #notes: LineNote[] = []
  readonly #equal = new Map<string, number>()
  skipped = 0

  add(found: Parsed): void {
    const reference = (found.reference && beginning(found.reference, longestReference)) || null
    const key = [found.date, found.number ?? '', found.amountCents, reference ?? ''].join('|')
    const before = this.#equal.get(key) ?? 0
    this.#equal.set(key, before + 1)
    this.#lines.push({ ...found, reference, fingerprint: `${key}|${before + 1}` })
  }

  problem(line: number, message: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push({ line, message })
  }

  note(line: number, message: string): void {
    if (this.#notes.length < mostProblems) this.#notes.push({ line, message })
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0
  }

  result(): ClearingFile {
    return { lines: this.#lines, problems: this.#problems, notes: this.#notes, skipped: this.skipped }
  }
}

/** For so many days ahead banks date what they book over a long weekend. */
const mostDaysAhead = 4

/** The file, with a problem for each payment that is dated too far after today. */
export function refuseFuture<File extends ClearingFile>(file: File, today: CalendarDate): File {
  const late = file.lines.filter(({ date }) => date > addDays(today, mostDaysAhead))
  const problems = late.slice(0, mostProblems).map(({ line, date }) => ({
    line,
    message: `This payment is dated ${formatDate(date)}, which is in the future. Choose another date format, or get the file from the bank again.`,
  }))
  return { ...file, problems: [...file.problems, ...problems] }
}

/** What a file is refused for before it is looked into; undefined for a text of a fair size. */
export function refusalOfText(text: string): ClearingFile | undefined {
  const refuse = (message: string) => ({ lines: [], problems: [{ line: 1, message }], notes: [], skipped: 0 })
  if (text.length > largestClearingFile)
    return refuse('This file has more than 5 million characters. Ask the bank for one of fewer days.')
  if (text.trim() === '') return refuse('This file is empty. Get it from the bank again.')
  if (text.includes('\0') || text.includes('\uFFFD'))
    return refuse('This file is not a text. Get a CSV, BAI2 or OFX file from the bank.')
  return undefined
}
