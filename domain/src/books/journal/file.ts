import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { addUp } from '../accounting/lines.ts'
import type {
  AmountForm,
  DateForm,
  Delimiter,
  JournalColumn,
  JournalField,
  JournalLine,
  JournalTemplate,
} from './template.ts'

const signs: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }
const formulaStart = /^[\s\p{C}]*[=+\-@＝＋－＠]/u
const breaks = /[\t\r\n]+/g

/**
 * The file of an export: the template's header, if any, and the lines of each event in order. Equal events and
 * templates produce identical bytes.
 */
export function journalFile(template: JournalTemplate, lines: readonly JournalLine[]): string {
  const header = template.has_header ? [template.columns.map(({ header }) => inert(header))] : []
  const cells = lines.flatMap((line) =>
    partsOf(line, template).map((part) => template.columns.map((column) => cellOf(column, { line, part }, template))),
  )
  return [...header, ...cells].map((line) => written(line, signs[template.delimiter])).join('')
}

/** A date in the template's form. */
export function writtenDay(day: CalendarDate, form: DateForm): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const forms: Record<DateForm, string> = {
    iso: day,
    us: `${month}/${date}/${year}`,
    'us-short': `${month}/${date}/${year.slice(2)}`,
    compact: `${year}${month}${date}`,
  }
  return forms[form]
}

/** Cents in the template's form, without floating-point arithmetic. */
export function writtenAmount(cents: Cents, form: AmountForm): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const dollars = `${digits.slice(0, -2)}.${digits.slice(-2)}`
  if (form === 'cents') return String(cents)
  if (form === 'parentheses') return cents < 0 ? `(${dollars})` : dollars
  return cents < 0 ? `-${dollars}` : dollars
}

interface Entry {
  readonly line: JournalLine
  readonly part: JournalPart
}

function cellOf({ field, text }: JournalColumn, { line, part }: Entry, template: JournalTemplate): string {
  if (isOfMoney(field)) return centsInCell(field, { line, part }, template)
  const { day, issued_on, kind, check_number, facts } = line
  const texts = {
    day: writtenDay(day, template.date_form),
    issued_on: writtenDay(issued_on, template.date_form),
    kind: kind === 'issue' ? 'Issue' : 'Void',
    line: String(part.number),
    check_number,
    account: part.account,
    account_name: part.accountName,
    control_number: part.controlNumber,
    ...facts,
    text,
  }
  return inert(texts[field] ?? '')
}

const ofMoney = ['amount', 'issued', 'voided', 'debit', 'credit'] as const

function isOfMoney(field: JournalField): field is (typeof ofMoney)[number] {
  return ofMoney.some((one) => one === field)
}

function centsInCell(
  field: (typeof ofMoney)[number],
  { line: { kind }, part: { side, cents, isOfChecks } }: Entry,
  { amount_form }: JournalTemplate,
): string {
  if (field === 'amount') return writtenAmount(side === 'debit' ? cents : -cents, amount_form)
  const holds = {
    debit: side === 'debit',
    credit: side === 'credit',
    issued: kind === 'issue',
    voided: kind === 'void',
  }
  const isRepeated = isOfChecks && (field === 'issued' || field === 'voided')
  return holds[field] && !isRepeated ? writtenAmount(cents, amount_form) : ''
}

/** A user's text on one line, protected against being interpreted as a spreadsheet formula. */
function inert(text: string): string {
  const inOneLine = text.replace(breaks, ' ')
  return formulaStart.test(inOneLine) ? `'${inOneLine}` : inOneLine
}

function written(cells: readonly string[], sign: string): string {
  const quoted = cells.map((cell) =>
    cell.includes(sign) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(sign)}\r\n`
}

/** A line of a file: part of a check's amount, as a debit or a credit. */
interface JournalPart {
  /** The line's number within the event, counted from 1. */
  readonly number: number
  readonly side: 'debit' | 'credit'
  readonly account: string | null
  readonly accountName: string | null
  readonly controlNumber: string | null
  /** The amount, greater than zero on either side. */
  readonly cents: Cents
  /** True for the checking account's line, which repeats the total of the preceding lines. */
  readonly isOfChecks: boolean
}

const ofAccounts: readonly JournalField[] = ['line', 'account', 'account_name', 'control_number', 'debit', 'credit']

/** Whether files with this template have a line for each accounting line. Otherwise, they have one line per event. */
function splitsEvents({ columns, checks_account }: JournalTemplate): boolean {
  return Boolean(checks_account) || columns.some(({ field }) => ofAccounts.includes(field))
}

/**
 * The lines of an event in a file. An issue debits the accounts charged by its request and credits the checking
 * account, if the template names one; a void does the reverse. Each side adds up to the check's amount. A check without
 * accounting lines, or with lines that don't add up to the check's amount, becomes one line for the default account.
 */
export function partsOf(line: JournalLine, template: JournalTemplate): JournalPart[] {
  const [charged, other] = line.kind === 'issue' ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  const whole = { controlNumber: null, accountName: null, cents: line.cents }
  const parts = chargedTo(line, template).map((part) => ({ ...part, side: charged, isOfChecks: false }))
  const { checks_account } = template
  const ofChecks = checks_account ? [{ ...whole, account: checks_account, side: other, isOfChecks: true }] : []
  return [...parts, ...ofChecks].map((part, index) => ({ ...part, number: index + 1 }))
}

function chargedTo(
  { cents, facts: { accounting = [] } }: JournalLine,
  template: JournalTemplate,
): Omit<JournalPart, 'number' | 'side' | 'isOfChecks'>[] {
  const whole = { account: template.open_account ?? null, accountName: null, controlNumber: null, cents }
  if (!(splitsEvents(template) && addUp(accounting, cents))) return [whole]
  return accounting.map(({ account, account_name, control_number, cents }) => {
    return { account, accountName: account_name, controlNumber: control_number, cents }
  })
}
