import { addDays, type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { beginning } from './values.ts'

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
