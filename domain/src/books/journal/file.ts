import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { type JournalPart, partsOf } from './parts.ts'
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
 * The file of an export: its header, if the template has one, and the lines of each event, in their order. The same
 * events and template are the same file to the byte.
 */
export function journalFile(template: JournalTemplate, lines: readonly JournalLine[]): string {
  const header = template.has_header ? [template.columns.map(({ header }) => inert(header))] : []
  const cells = lines.flatMap((line) =>
    partsOf(line, template).map((part) => template.columns.map((column) => cellOf(column, { line, part }, template))),
  )
  return [...header, ...cells].map((line) => written(line, signs[template.delimiter])).join('')
}

/** A day in the form that a template wants. */
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

/** Cents in the form that a template wants; without float arithmetic. */
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

/** A text that somebody typed, so that no spreadsheet takes it for a formula and no line ends in it. */
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
