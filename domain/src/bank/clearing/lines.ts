import { addDays, type CalendarDate, formatDate, isCalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'

const longestShown = 30

/** A text from a file, shortened for use in a sentence. */
export function shown(text: string): string {
  return `“${text.length > longestShown ? `${beginning(text, longestShown)}…` : text}”`
}

/** Shortens a text without splitting a number, because the visible part could reveal digits of an account number. */
function beginning(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/\d+$/, '') : text
}

/** The largest number of digits in a check number that a JavaScript integer can represent exactly. */
const longestNumber = 15
const numberInCell = /^[^\d]{0,12}(\d{1,40})$/

/**
 * A check number as banks write it: `0001234`, `#1234`, or `Check 1234`. Null if the text contains no digit other than
 * 0. For any other text, the beginning of an error sentence.
 */
export function readCheckNumber(text: string): number | null | string {
  if (!/\d/.test(text)) return null
  const digits = numberInCell.exec(text.trim())?.[1]?.replace(/^0+/, '')
  if (digits === undefined || digits.length > longestNumber) return `${shown(text)} is not a check number`
  return digits === '' ? null : Number(digits)
}

interface Signed {
  readonly cents: Cents
  readonly isNegative: boolean
}

const dollars = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0{0,4})?$/
const signs = /^(\(?)([+-]?)\$?([+-]?)([\d.,]{1,30})(-?)(\)?)$/

/**
 * Dollar amounts as banks write them: `1,234.56`, `$1234.5`, `-1.00`, `1.00-`, `(1.00)`. Undefined for anything else.
 */
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

/**
 * The digits of an amount without sign, parentheses, and dollar sign; empty if there are two signs or unbalanced
 * parentheses.
 */
function withoutSign(text: string): { readonly digits: string; readonly isNegative: boolean } {
  const [, opened = '', before = '', within = '', digits = '', behind = '', closed = ''] = signs.exec(text.trim()) ?? []
  const given = [opened, before, within, behind].filter((sign) => sign !== '')
  if (given.length > 1 || (opened === '') !== (closed === '')) return { digits: '', isNegative: false }
  return { digits, isNegative: given.length === 1 && given[0] !== '+' }
}

/** A date from the texts of year, month, and day; undefined if there is no such date. */
export function dateOfParts(year: string, month: string, day: string): CalendarDate | undefined {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

/**
 * True if the number written in a file refers to this account. Leading zeros don't count, and some banks show only the
 * last four digits.
 */
export function isSameAccount(written: string, accountNumber: string): boolean {
  const [found, own] = [written, accountNumber].map((text) => text.replace(/[ -]/g, '').replace(/^0+/, ''))
  if (!found || !own) return false
  const hidden = /^[xX*]+(\d{4,})$/.exec(found)?.[1]
  return hidden === undefined ? found === own : own.endsWith(hidden)
}

/** An account number from a file, masked for display. */
export function lastFour(accountNumber: string): string {
  return accountNumber.replace(/[ -]/g, '').slice(-4)
}

/** A check that the bank reports as paid. */
export interface ClearedLine {
  /** Null if the bank gives no number, as for a counter check. Never 0. */
  readonly number: number | null
  /** Greater than 0. */
  readonly amountCents: Cents
  /** The day on which the bank paid the check. */
  readonly date: CalendarDate
  /** The payee according to the bank, often truncated and in capitals; null if the file has no payees. */
  readonly payee: string | null
  /** The bank's reference for this payment; null if the file has none. */
  readonly reference: string | null
  /** The number of the payment's first line in the file, counted from 1. */
  readonly line: number
  /**
   * A fingerprint that stays the same if the payment appears again in a later file of the same format. It consists of
   * the date, number, amount, reference, and number of equal payments before this one. At most 310 characters, without
   * the payee and account number.
   */
  readonly fingerprint: string
}

/** A sentence about a line of a file, including what to do about it. */
export interface LineNote {
  readonly line: number
  readonly message: string
}

/**
 * The parsed content of a bank file. If there are `problems`, nothing should be saved, because the file might be
 * truncated or belong to another account. `notes`: information for the user who saves the file. `skipped`: the number
 * of payments that are not paid checks of this account.
 */
export interface ClearingFile {
  readonly lines: readonly ClearedLine[]
  readonly problems: readonly LineNote[]
  readonly notes: readonly LineNote[]
  readonly skipped: number
}

/** Maximum file size in characters, enough for a year of a large account. */
const largestClearingFile = 5_000_000

/** Reading stops after this many problems. */
const mostProblems = 100

// OFX, FITID: A-255.
const longestReference = 255

type Parsed = Omit<ClearedLine, 'fingerprint'>

/** The results that a parser collects in one pass over a file. */
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

/** Banks can date entries up to this many days ahead, over a long weekend. */
const mostDaysAhead = 4

/** The same file, with an added problem for each payment dated too far in the future. */
export function refuseFuture<File extends ClearingFile>(file: File, today: CalendarDate): File {
  const late = file.lines.filter(({ date }) => date > addDays(today, mostDaysAhead))
  const problems = late.slice(0, mostProblems).map(({ line, date }) => ({
    line,
    message: `This payment is dated ${formatDate(date)}, which is in the future. Choose another date format, or download the file from the bank again.`,
  }))
  return { ...file, problems: [...file.problems, ...problems] }
}

/** Why a file is refused before it is parsed; undefined when it can be parsed. */
export function refusalOfText(text: string): ClearingFile | undefined {
  const refuse = (message: string) => ({ lines: [], problems: [{ line: 1, message }], notes: [], skipped: 0 })
  if (text.length > largestClearingFile)
    return refuse('This file has more than 5 million characters. Ask the bank for a file that covers fewer days.')
  if (text.trim() === '') return refuse('This file is empty. Download it from the bank again.')
  if (text.includes('\0') || text.includes('\uFFFD'))
    return refuse('This is not a text file. Download a CSV, BAI2, or OFX file from the bank.')
  return undefined
}
