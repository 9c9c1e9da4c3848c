import type { CalendarDate } from '../values/calendar-date.ts'
import type { Cents } from '../values/money.ts'
import type { LayoutName, Offsets } from './layouts.ts'
import type { MicrTemplate } from './micr/template.ts'

/** What all checks of a file have in common, as plain JSON. */
export interface CheckStock {
  readonly payer: { readonly name: string; readonly addressLines: readonly string[] }
  readonly bank: { readonly name: string; readonly place: string }
  /** Such as `55-2/212`; null for none. */
  readonly fraction: string | null
  readonly routingNumber: string
  /** Digits. */
  readonly accountNumber: string
  readonly layout: LayoutName
  /** What is on pre-printed paper already is not printed: payer, bank, number, captions, lines, MICR. */
  readonly paper: 'blank' | 'pre-printed'
  /** The MICR line is printed on blank paper; null for none. */
  readonly micr: MicrTemplate | null
  readonly offsets: Offsets
  /** `VOID AFTER n DAYS`; null for none. */
  readonly voidAfterDays: number | null
}

/** What one check says, as plain JSON. */
export interface CheckFace {
  readonly number: number
  readonly date: CalendarDate
  /** One payee, or two joined by a printed AND or OR. */
  readonly payees: readonly string[]
  readonly joinedBy: 'AND' | 'OR'
  /** Under the payees in the window of the envelope; empty where nothing is mailed. */
  readonly addressLines: readonly string[]
  readonly amount: Cents
  readonly memo: string | null
  /** A line to sign on for each, and the name beneath it; an empty name for whoever signs. One or two. */
  readonly signers: readonly string[]
  readonly stub: Stub
}

/** What stubs say beside date, payee, number and amount. */
export interface Stub {
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly lines: readonly StubLine[]
}

/** What a check pays in parts, such as invoices. Their amounts add up to that of the check. */
export interface StubLine {
  readonly date: CalendarDate | null
  readonly number: string | null
  readonly description: string
  readonly amount: Cents
}

/** What stands across checks that are none. Copies have no MICR line, whatever the account says. */
export type CheckMark = 'none' | 'void' | 'copy'

export const markTexts: Readonly<Record<CheckMark, string>> = {
  none: '',
  void: 'VOID - NON-NEGOTIABLE',
  copy: 'COPY - NON-NEGOTIABLE',
}

/** Everything of a print run that is on paper. */
export interface CheckFile {
  readonly stock: CheckStock
  readonly mark: CheckMark
  readonly checks: readonly CheckFace[]
}

/** The payees of a check as its payee line has them: `Ada Lovelace AND Charles Babbage`. */
export function payeeLine({ payees, joinedBy }: Pick<CheckFace, 'payees' | 'joinedBy'>): string {
  return payees.join(` ${joinedBy} `)
}

/** True where the MICR line is printed: on blank paper of an account that wants it, and never on copies. */
export function hasMicr({ paper, micr }: Pick<CheckStock, 'paper' | 'micr'>, mark: CheckMark): boolean {
  return paper === 'blank' && micr !== null && mark !== 'copy'
}

/** The lines of an address as somebody typed it, without empty ones; none where no address is known. */
export function addressLines(address: string | null | undefined): string[] {
  return address?.split('\n').filter((line) => line.trim() !== '') ?? []
}

/** The largest amount that is written in words, in cents: 999,999,999.99. */
export const largestInWords: Cents = 99_999_999_999

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const groups = ['', ' thousand', ' million']

/**
 * An amount as the words line of a check has it, such as `One thousand two hundred thirty-four and 56/100`: no `and`
 * within the dollars and no `Dollars` at the end, which the form prints. Takes whole cents.
 * Throws a RangeError for what no check pays: zero, less, parts of cents, and more than 999,999,999.99.
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
