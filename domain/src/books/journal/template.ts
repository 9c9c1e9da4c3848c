import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { JournalKind } from './events.ts'

/** The data of a journal line at the time of the event. */
export interface JournalLine {
  readonly kind: JournalKind
  readonly day: CalendarDate
  readonly issued_on: CalendarDate
  readonly check_number: string
  readonly cents: Cents
  readonly facts: JournalFacts
}

/** The data of the request. */
export interface JournalFacts {
  readonly request_number: string
  readonly payee: string
  readonly second_payee: string | null
  /** `AND` or `OR`; missing in older events; null if there is only one payee. */
  readonly payee_join?: string | null
  readonly memo: string | null
  readonly purpose: string
  readonly dealership: string | null
  readonly department: string | null
  readonly requester: string
  readonly invoice_number: string | null
  readonly purchase_order: string | null
  readonly vin: string | null
  readonly stock_number: string | null
  readonly deal_number: string | null
  readonly repair_order: string | null
  /** The accounting lines; missing in events recorded before accounting lines existed. */
  readonly accounting?: readonly ChargedLine[]
}

/** An accounting line with the account's name at the time. */
export interface ChargedLine {
  readonly account: string
  readonly account_name: string
  readonly control_number: string | null
  readonly cents: Cents
}

/** The possible column contents, one row each. `header`: the default column header. */
// biome-ignore format: a table, one row each
export const journalFields = [
  { field: 'day', header: 'Date' },
  { field: 'kind', header: 'Type' },
  { field: 'check_number', header: 'Check number' },
  { field: 'amount', header: 'Amount' },
  { field: 'issued', header: 'Issued' },
  { field: 'voided', header: 'Voided' },
  { field: 'issued_on', header: 'Check date' },
  { field: 'payee', header: 'Payee' },
  { field: 'second_payee', header: 'Second payee' },
  { field: 'payee_join', header: 'Payees joined by' },
  { field: 'memo', header: 'Memo' },
  { field: 'purpose', header: 'Purpose' },
  { field: 'request_number', header: 'Request number' },
  { field: 'dealership', header: 'Dealership' },
  { field: 'department', header: 'Department' },
  { field: 'requester', header: 'Requester' },
  { field: 'invoice_number', header: 'Invoice number' },
  { field: 'purchase_order', header: 'Purchase order' },
  { field: 'vin', header: 'VIN last digits' },
  { field: 'stock_number', header: 'Stock number' },
  { field: 'deal_number', header: 'Deal number' },
  { field: 'repair_order', header: 'Repair order' },
  { field: 'line', header: 'Line' },
  { field: 'account', header: 'GL account' },
  { field: 'account_name', header: 'Account name' },
  { field: 'control_number', header: 'Control number' },
  { field: 'debit', header: 'Debit' },
  { field: 'credit', header: 'Credit' },
  { field: 'text', header: 'Text' },
] as const
export type JournalField = (typeof journalFields)[number]['field']

export const delimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const
export type Delimiter = (typeof delimiters)[number]

/** The date formats, each with November 23, 2026, as a sample. */
// biome-ignore format: a table, one row each
export const dateForms = [
  { form: 'iso', sample: '2026-11-23' },
  { form: 'us', sample: '11/23/2026' },
  { form: 'us-short', sample: '11/23/26' },
  { form: 'compact', sample: '20261123' },
] as const
export type DateForm = (typeof dateForms)[number]['form']

/** The amount formats, each with a void of $1,234.50 as a sample. */
// biome-ignore format: a table, one row each
export const amountForms = [
  { form: 'dollars', sample: '-1234.50' },
  { form: 'cents', sample: '-123450' },
  { form: 'parentheses', sample: '(1234.50)' },
] as const
export type AmountForm = (typeof amountForms)[number]['form']

/** A column: its content, its header, and, for `text`, the fixed text that each line contains. */
export interface JournalColumn {
  readonly field: JournalField
  readonly header: string
  readonly text?: string | undefined
}

/** The admin's settings for journal files. */
export interface JournalTemplate {
  readonly columns: readonly JournalColumn[]
  readonly delimiter: Delimiter
  readonly date_form: DateForm
  readonly amount_form: AmountForm
  readonly has_header: boolean
  /** The checking account. If set, each event has a line for this account so that debits and credits balance. */
  readonly checks_account?: string | null | undefined
  /** The account for requests without accounting lines. */
  readonly open_account?: string | null | undefined
}

const usual: readonly JournalField[] = [
  'day',
  'kind',
  'check_number',
  'payee',
  'amount',
  'request_number',
  'dealership',
]

/** The initial template in the editor. */
export const usualTemplate: JournalTemplate = {
  columns: journalFields.filter(({ field }) => usual.includes(field)),
  delimiter: 'comma',
  date_form: 'iso',
  amount_form: 'dollars',
  has_header: true,
}
