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
