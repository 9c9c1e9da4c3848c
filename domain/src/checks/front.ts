import type { CalendarDate } from '../values/calendar-date.ts'
import type { Cents } from '../values/money.ts'
import type { LayoutName, Offsets } from './layouts.ts'
import type { MicrTemplate } from './micr/template.ts'

/** The data shared by all checks of a file, as plain JSON. */
export interface CheckStock {
  readonly payer: { readonly name: string; readonly addressLines: readonly string[] }
  readonly bank: { readonly name: string; readonly place: string }
  /** A fraction such as `55-2/212`; null for none. */
  readonly fraction: string | null
  readonly routingNumber: string
  /** Digits. */
  readonly accountNumber: string
  readonly layout: LayoutName
  /** Preprinted items aren't printed: payer, bank, number, captions, lines, MICR. */
  readonly paper: 'blank' | 'pre-printed'
  /** The MICR line on blank paper; null for none. */
  readonly micr: MicrTemplate | null
  readonly offsets: Offsets
  /** `VOID AFTER n DAYS`; null for none. */
  readonly voidAfterDays: number | null
  /** The logo on blank paper: a normalized PNG file in base64. */
  readonly logo?: string | undefined
  /** How checks are dated; the short form if undefined. */
  readonly dateForm?: DateForm | undefined
  /** The first free check on a run's first sheet, from 1, the default. */
  readonly firstPosition?: number | undefined
}

/** How checks are dated: `Nov 29, 2026`, `11/29/2026`, or `November 29, 2026`. */
export const dateForms = ['short', 'numbers', 'long'] as const
export type DateForm = (typeof dateForms)[number]

const formats: Readonly<Record<DateForm, Intl.DateTimeFormatOptions>> = {
  short: { month: 'short', day: 'numeric', year: 'numeric' },
  numbers: { month: '2-digit', day: '2-digit', year: 'numeric' },
  long: { month: 'long', day: 'numeric', year: 'numeric' },
}

/** The date as printed on a check. */
export function dateOnCheck(date: CalendarDate, form: DateForm): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { ...formats[form], timeZone: 'UTC' })
}

/** The days of `VOID AFTER … DAYS` for a new account. Preprinted paper often has such a line already. */
export function voidAfterByDefault(paper: 'blank' | 'preprinted'): number | null {
  return paper === 'blank' ? 180 : null
}

/** The data of one check, as plain JSON. */
export interface CheckFace {
  readonly number: number
  readonly date: CalendarDate
  /** One payee, or two joined by a printed AND or OR. */
  readonly payees: readonly string[]
  readonly joinedBy: 'AND' | 'OR'
  /** The address below the payees in the envelope window; empty if nothing is mailed. */
  readonly addressLines: readonly string[]
  readonly amount: Cents
  readonly memo: string | null
  /** The name below each signature line, empty if the signer isn't known. One or two entries. */
  readonly signers: readonly string[]
  readonly stub: Stub
}

/** The details on stubs besides date, payee, number, and amount. */
export interface Stub {
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly lines: readonly StubLine[]
}

/** The items that a check pays, such as invoices. Their amounts add up to the check amount. */
export interface StubLine {
  readonly date: CalendarDate | null
  readonly number: string | null
  readonly description: string
  readonly amount: Cents
}

/** The text across samples and copies. Copies have no MICR line, regardless of the account's settings. */
export type CheckMark = 'none' | 'void' | 'copy'

export const markTexts: Readonly<Record<CheckMark, string>> = {
  none: '',
  void: 'VOID - NON-NEGOTIABLE',
  copy: 'COPY - NON-NEGOTIABLE',
}

/** All printed content of a print run. */
export interface CheckFile {
  readonly stock: CheckStock
  readonly mark: CheckMark
  readonly checks: readonly CheckFace[]
}

/** The payee line of a check: `Ada Lovelace AND Charles Babbage`. */
export function payeeLine({ payees, joinedBy }: Pick<CheckFace, 'payees' | 'joinedBy'>): string {
  return payees.join(` ${joinedBy} `)
}

/** True if the MICR line is printed: on blank paper, if the account wants it, and never on copies. */
export function hasMicr({ paper, micr }: Pick<CheckStock, 'paper' | 'micr'>, mark: CheckMark): boolean {
  return paper === 'blank' && micr !== null && mark !== 'copy'
}

/** The lines of a typed address, without empty ones; none if no address is known. */
export function addressLines(address: string | null | undefined): string[] {
  return address?.split('\n').filter((line) => line.trim() !== '') ?? []
}

/** The largest amount that can be written in words, in cents: 999,999,999.99. */
export const largestInWords: Cents = 99_999_999_999

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const groups = ['', ' thousand', ' million']

/**
 * The amount in words on a check, such as `One thousand two hundred thirty-four and 56/100`: without `and` within the
 * dollars and without the preprinted `Dollars` at the end. Takes whole cents. Throws a RangeError for amounts outside
 * 0.01 to 999,999,999.99 and for fractions of cents.
 */
export function amountInWords(cents: Cents): string {
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > largestInWords)
    throw new RangeError(`No check can be written for ${cents} cents.`)
  const words = dollarsInWords(Math.floor(cents / 100))
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} and ${String(cents % 100).padStart(2, '0')}/100`
}

function dollarsInWords(dollars: number): string {
  const parts: string[] = []
  for (let rest = dollars, group = 0; rest > 0; rest = Math.floor(rest / 1000), group += 1)
    if (rest % 1000 > 0) parts.unshift(`${hundredsInWords(rest % 1000)}${groups[group]}`)
  return parts.join(' ') || 'zero'
}

function hundredsInWords(number: number): string {
  const hundreds = number >= 100 ? `${small[Math.floor(number / 100)]} hundred` : ''
  return [hundreds, belowHundredInWords(number % 100)].filter((part) => part !== '').join(' ')
}

function belowHundredInWords(number: number): string {
  if (number === 0) return ''
  if (number < 20) return small[number] ?? ''
  const ones = number % 10 > 0 ? `-${small[number % 10]}` : ''
  return `${tens[Math.floor(number / 10)]}${ones}`
}
