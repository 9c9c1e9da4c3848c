import type { CalendarDate } from '../../values/calendar-date.ts'
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

/** An account as files name it: its number, and other names that its bank uses, such as the number with a suffix. */
export interface NamedAccount {
  /** Digits only. */
  readonly accountNumber: string
  readonly bankNames?: readonly string[] | undefined
  /** True if only the last digits of the number are known, as in the browser. */
  readonly isLastDigits?: boolean | undefined
}

/** True if the text in a file names this account. */
export function isNamed(written: string, { accountNumber, bankNames = [], isLastDigits }: NamedAccount): boolean {
  if (isLastDigits && lastFour(written) === lastFour(accountNumber)) return true
  if (isSameAccount(written, accountNumber)) return true
  const key = keyOfAccount(written)
  return bankNames.some((name) => keyOfAccount(name) === key)
}

function keyOfAccount(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^0+/, '').toLowerCase()
}

/**
 * True if the number written in a file refers to this account. Leading zeros don't count. Some banks show only the last
 * four digits or a name before them, and spreadsheets shorten numbers as in `8.392E+10`.
 */
function isSameAccount(written: string, accountNumber: string): boolean {
  const [found, own] = [written, accountNumber].map(keyOfAccount)
  if (!found || !own) return false
  if (found === own) return true
  const [, first, rest = '', power] = /^(\d)\.(\d{3,})e\+(\d+)$/.exec(found) ?? []
  if (first !== undefined) return own.length === Number(power) + 1 && rounded(own, rest.length + 1) === first + rest
  const last = /^(?:.*[^\d~])?(\d{4,})\)?$/.exec(written.replace(/[ -]/g, ''))?.[1] ?? ''
  return last !== '' && (last.length === 4 || last.length < found.length) && own.endsWith(last)
}

/** The first digits of a number, rounded as a spreadsheet shows them. */
function rounded(digits: string, count: number): string {
  const power = 10n ** BigInt(Math.max(0, digits.length - count))
  return /^\d+$/.test(digits) ? `${(BigInt(digits) + power / 2n) / power}` : ''
}

/** An account number from a file, masked for display. */
export function lastFour(accountNumber: string): string {
  return accountNumber.replace(/[^\da-z]/gi, '').slice(-4)
}

/**
 * What the file says about a line. `check`: the bank says that it paid a check. `number`: a payment with a number, which
 * is a check only if the register has that number. `other`: a payment with a number whose words suggest something else,
 * which is a check only if number and amount are those of an outstanding one. `reversal`: the bank took back a payment.
 * `credit`: a credit with a number, which can be a reversal or a deposit slip. `returned`: a returned item without a sign,
 * which is a reversal only if the bank has paid a check with that number and amount.
 */
export type LineKind = 'check' | 'number' | 'other' | 'reversal' | 'credit' | 'returned'

/** True for a line that counts as left out unless the register says otherwise. */
export function isLeftOut(is: LineKind | null | undefined): boolean {
  return is === null || is === 'other' || is === 'returned'
}

/** A payment in a bank file that is, or can be, a check. */
export interface ClearedLine {
  /** Undefined in files that an earlier version has read, which are all checks. */
  readonly is?: LineKind
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
   * the date, number, amount, reference, and number of equal payments before this one. At most 312 characters, without
   * the payee and account number.
   */
  readonly fingerprint: string
}

/** True for a line that takes back a payment. */
export function isTakenBack({ is }: Pick<ClearedLine, 'is'>): boolean {
  return is === 'reversal' || is === 'credit' || is === 'returned'
}

/** The amount of a line, negative if the line takes back a payment. */
export function signedCents(line: Pick<ClearedLine, 'is' | 'amountCents'>): Cents {
  return isTakenBack(line) ? -line.amountCents : line.amountCents
}

/** A sentence about a line of a file, including what to do about it. */
export interface LineNote {
  readonly line: number
  readonly message: string
}

/** The lines of another account in a file. `id`: the account, if it is one of the others that the reader was told. */
export interface OtherAccount {
  readonly id: number | null
  readonly last4: string
  readonly lines: number
}

/** A line as it is in the file, and the check that was read from it; null for none. */
export interface SampleLine {
  readonly line: number
  readonly text: string
  readonly check: ClearedLine | null
}

/**
 * The parsed content of a bank file. If there are `problems`, nothing should be saved, because the file might be
 * truncated or belong to another account. `notes`: information for the user who saves the file. `skipped`: the number
 * of this account's lines that are no paid checks; `leftOut`: the first of them with the reason. `others`: other
 * accounts in the file. `sample`: the first lines that were read as checks, or else the first lines.
 */
export interface ClearingFile {
  readonly lines: readonly ClearedLine[]
  readonly problems: readonly LineNote[]
  readonly notes: readonly LineNote[]
  readonly skipped: number
  readonly leftOut: readonly LineNote[]
  readonly others: readonly OtherAccount[]
  readonly sample: readonly SampleLine[]
}

/** The account whose lines are read, the other accounts that a file can contain, and the days of the account's zone. */
export interface FileReader extends NamedAccount {
  readonly others?: readonly (NamedAccount & { readonly id: number })[] | undefined
  readonly dayOf?: ((milliseconds: number) => CalendarDate) | undefined
}

/** Reading stops after this many problems. */
const mostProblems = 100
const mostLeftOut = 200
const mostOthers = 100
const sampleLines = 3
const longestText = 200

// OFX, FITID: A-255.
const longestReference = 255

type Parsed = Omit<ClearedLine, 'fingerprint'>

interface CountedAccount extends OtherAccount {
  lines: number
}

/** The results that a parser collects in one pass over a file. */
export class Findings {
  readonly #reader: FileReader
  readonly #lines: ClearedLine[] = []
  readonly #problems: LineNote[] = []
  readonly #notes: LineNote[] = []
  readonly #leftOut: LineNote[] = []
  readonly #sample: SampleLine[] = []
  readonly #others = new Map<string, CountedAccount>()
  readonly #owners = new Map<string, boolean>()
  readonly #equal = new Map<string, number>()
  hasOwn = false
  skipped = 0

  constructor(reader: FileReader) {
    this.#reader = reader
  }

  /** Adds a line, with the text to show for it. */
  add(found: Parsed, text: string): void {
    const reference = (found.reference && beginning(found.reference, longestReference)) || null
    const side = isTakenBack(found) ? ['R'] : []
    const key = [...side, found.date, found.number ?? '', found.amountCents, reference ?? ''].join('|')
    const before = this.#equal.get(key) ?? 0
    this.#equal.set(key, before + 1)
    const line = { ...found, reference, fingerprint: `${key}|${before + 1}` }
    this.#lines.push(line)
    if (this.#sample.length < sampleLines && !isLeftOut(found.is))
      this.#sample.push({ line: line.line, text: textOf(text), check: line })
  }

  /** Counts a line of this account that is no paid check. */
  leave(line: number, why: string, text: string): void {
    this.skipped += 1
    if (this.#leftOut.length < mostLeftOut) this.#leftOut.push({ line, message: `${why}: ${textOf(text)}` })
  }

  /** True if a name in the file means this account. */
  isOwn(written: string): boolean {
    const known = this.#owners.get(written)
    const isOwn = known ?? isNamed(written, this.#reader)
    if (known === undefined && isOwn) this.#requireCertain(written)
    if (known === undefined && this.#owners.size < 10_000) this.#owners.set(written, isOwn)
    this.hasOwn ||= isOwn
    return isOwn
  }

  /** Refuses a part of an account number that another account of the group has too, unless it is a name of this one. */
  #requireCertain(written: string): void {
    const { accountNumber, bankNames = [], others = [] } = this.#reader
    const isWhole = [accountNumber, ...bankNames].some((name) => keyOfAccount(name) === keyOfAccount(written))
    if (!isWhole && others.some((account) => isNamed(written, account)))
      this.problem(
        1,
        'The file shows only a part of the account number that another of your accounts has too. Download a file with whole account numbers. If the bank offers none, and its files for this account have no other account, enter what they show on Bank Accounts under Names at the Bank.',
      )
  }

  /** Counts lines of another account. */
  other(written: string, lines = 1): void {
    const known = this.#others.get(written)
    if (known) known.lines += lines
    else if (this.#others.size < mostOthers) {
      const id = this.#reader.others?.find((account) => isNamed(written, account))?.id ?? null
      this.#others.set(written, { id, last4: lastFour(written), lines })
    }
  }

  problem(line: number, message: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push({ line, message })
  }

  note(line: number, message: string): void {
    if (this.#notes.length < mostProblems) this.#notes.push({ line, message })
  }

  /** Refuses a file without this account. */
  requireOwn(): void {
    if (this.hasOwn || this.hasProblems) return
    const found = [...this.#others.values()].slice(0, 3).map(({ last4 }) => `…${last4}`)
    const others = found.length > 0 ? ` It is for ${found.join(', ')}.` : ''
    this.problem(
      1,
      `This file has no account ending in ${lastFour(this.#reader.accountNumber)}.${others} Choose the file for this account, or add the name that the bank uses for it under Names at the Bank.`,
    )
  }

  /** Refuses a file that names only other accounts above its lines. `texts`: where they are named. */
  requireAmong(names: readonly string[], texts: readonly string[] = []): void {
    const [first] = names
    if (first === undefined || [...names, ...texts].some((name) => this.isOwn(name))) return
    this.other(first, 0)
    this.requireOwn()
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0
  }

  get hasOthers(): boolean {
    return this.#others.size > 0
  }

  get count(): number {
    return this.#lines.length
  }

  result(): ClearingFile {
    return {
      lines: this.#lines,
      problems: this.#problems,
      notes: this.#notes,
      skipped: this.skipped,
      leftOut: this.#leftOut,
      others: [...this.#others.values()],
      sample: this.#sample,
    }
  }
}

/** A line of a file, shortened and without long numbers, which can be account numbers. */
export function textOf(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const short = plain.length > longestText ? `${beginning(plain, longestText)}…` : plain
  return short.replace(/(?<!\d)\d{11,17}(?!\d)/g, (digits) => (/^0{3}/.test(digits) ? digits : `…${digits.slice(-4)}`))
}
