import { shippedTemplates } from '../positive-pay/shipped.ts'
import type { PositivePayTemplate, RecordColumn } from '../positive-pay/template.ts'
import { hasName, type Places } from './column-names.ts'
import {
  type ClearedLine,
  type ClearingFile,
  type Findings,
  type LineNote,
  lastFour,
  type NamedAccount,
  shown,
} from './lines.ts'
import { isTotal } from './payment-words.ts'
import type { ClearingCsvMapping } from './profile.ts'
import { type DelimitedRow, linesOf } from './records.ts'
import { amountForms, amountWords, bareCell, clearingDateForms, readClearingDate } from './values.ts'
import { beginningOf } from './widths.ts'

/** Maximum file size in characters, enough for a year of a large account. */
const largestClearingFile = 10_000_000

/** A file that can't be read, with the reason. */
export function refusedFile(line: number, message: string): ClearingFile {
  return { lines: [], problems: [{ line, message }], notes: [], skipped: 0, leftOut: [], others: [], sample: [] }
}

const download = 'Download a CSV, BAI2, or OFX file from the bank.'
/** Files that people choose by mistake, by how they begin. Of binary files, these are the first letters. */
// biome-ignore format: a table, one row each
const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/^PK[\s\S]*(\[Content_Types\]|xl\/|_rels)/, 'This is an Excel file. Open it, and save it as CSV.'],
  [/^PK[^\w\s,;|]/, 'This is a ZIP file. Unpack it, and choose the file in it.'],
  [/^ÐÏ/, 'This is an Excel or other Office file. Open it, and save it as CSV.'],
  [/^%PDF-/, `This is a PDF file. ${download}`],
  [/^(‰PNG|ÿØÿ|GIF8|II\*)/, `This is a picture. ${download}`],
  [/^\s*<(!doctype html|html|head|body|table)\b/i, `This is a web page. If it lists your payments, open it in Excel and save it as CSV. Otherwise, sign in to the bank again. ${download}`],
  [/<(\w+:)?Document\b[^>]*camt\.05|<(\w+:)?BkToCstmr/i, `This is a CAMT file, which can’t be read. ${download}`],
  [/<(\w+:)?Document\b[^>]*iso:20022/i, `This is an ISO 20022 file, which can’t be read. ${download}`],
  [/<(\w+:)?Workbook\b/, 'This is an Excel file. Open it, and save it as CSV.'],
  [/^\s*(\{1:F|:20:)/, `This is an MT940 file, which can’t be read. ${download}`],
  [/^\s*!(Type|Account|Option):/i, `This is a QIF file, which can’t be read. ${download}`],
]

/** Why a file is refused before it is parsed; undefined when it can be parsed. */
export function refusalOfText(text: string): ClearingFile | undefined {
  if (text.length > largestClearingFile)
    return refusedFile(
      1,
      'This file has more than 10 million characters. Ask the bank for a file that covers fewer days.',
    )
  if (text.trim() === '') return refusedFile(1, 'This file is empty. Download it from the bank again.')
  const start = text.slice(0, 20_000)
  const kind = otherKinds.find(([form]) => form.test(start))
  if (kind) return refusedFile(1, kind[1])
  if (text.includes('\0') || text.includes('\uFFFD')) return refusedFile(1, `This isn’t a text file. ${download}`)
  if (isIssueFile(text)) return refusedFile(1, issues)
  return undefined
}

const issues =
  'This looks like a list of issued checks, such as a positive-pay file for the bank. Download the bank’s list of paid checks.'

/** True for a file in one of the layouts for positive pay that the product comes with. */
function isIssueFile(text: string): boolean {
  const lines = linesOf(beginningOf(text)).filter((line) => line.trim() !== '')
  return shippedTemplates.some(({ template }) => {
    const names = template.header.map((columns) =>
      columns.map((column) => ('text' in column ? column.text : '')).join(),
    )
    if (names.length > 0) return bareKey(lines[0] ?? '') === bareKey(names[0] ?? '')
    const record = formOfRecord(template)
    return lines.every((line) => record.test(line))
  })
}

function bareKey(line: string): string {
  return line.replace(/["\s]/g, '').toLowerCase()
}

/** How the lines of a layout look. */
function formOfRecord({ kind, record, ...template }: PositivePayTemplate): RegExp {
  const isFixed = kind === 'fixed width'
  const parts = record.map((column) => {
    const form = formOfColumn(column, isFixed)
    return isFixed ? form : `"?${form}"?`
  })
  return new RegExp(`^${parts.join('separator' in template ? template.separator : '')}$`)
}

function formOfColumn(column: RecordColumn, isFixed: boolean): string {
  const { length } = column
  const width = isFixed ? `{${length}}` : '+'
  if (column.source === 'text') return column.text
  if (column.source === 'status') {
    const codes = [column.issue, column.void].map((code) => code.padEnd(isFixed ? (length ?? 0) : 0))
    return `(?:${codes.join('|')})`
  }
  if (column.source === 'blank') return ` ${width}`
  if (column.source.includes('payee')) return `.${width}`
  if (column.source === 'void date') return `[\\d ]${width}`
  return `${column.source.endsWith('date') ? '[\\d/-]' : '[\\d. ]'}${width}`
}

/** A test for rows with a date and an amount. */
export function paymentsIn(
  { date, amount }: Places,
  { date_form, amount_form }: ClearingCsvMapping,
): (row: DelimitedRow) => boolean {
  return ({ cells }) =>
    readClearingDate(cells[date] ?? '', date_form) !== undefined &&
    (amountForms[amount_form](cells[amount] ?? '')?.cents ?? 0) > 0
}

/** Why a payment can't be read: its amount, if that is the reason, or its day. */
export function whyUnread(
  amount: string | undefined,
  date: string,
  { amount_form, date_form }: ClearingCsvMapping,
): string {
  return amount === undefined
    ? `${shown(date)} isn’t a valid date in the format ${clearingDateForms[date_form]}. Choose another column or date format.`
    : `${shown(amount)} isn’t an amount in ${amountWords[amount_form]}. Choose another column or amount format.`
}

/** Refuses payments above the header, whose lines are out of order, and one that would be taken for the header. */
export function refuseMisplaced(payments: readonly DelimitedRow[], header: DelimitedRow, findings: Findings): void {
  const misplaced = payments.find((row) => row !== header)
  const where = 'This payment is above the header line. Download the file from the bank again.'
  const taken = 'This line is a payment, not column names. Clear “The first line contains column names”.'
  if (misplaced) findings.problem(misplaced.line, where)
  if (payments.includes(header)) findings.problem(header.line, taken)
}

/** Refuses a second payment beside the columns that the header names. */
export function refuseSecond(
  cells: readonly string[],
  line: number,
  { amount_form, date_form }: ClearingCsvMapping,
  findings: Findings,
): void {
  const hasDate = cells.some((cell) => readClearingDate(cell, date_form))
  if (hasDate && cells.some((cell) => amountForms[amount_form](cell)?.cents))
    findings.problem(
      line,
      'This line has a second payment, which the header line doesn’t name. Download a file with one payment on each line.',
    )
}

/** Refuses a file with several accounts whose names have no digits, unless one is a name of this account. */
export function refuseNames(rows: readonly DelimitedRow[], { account }: Places, findings: Findings): void {
  const named = rows.filter(({ cells }) => hasName(cells[account]) && !isTotal(cells[account] ?? ''))
  const names = [...new Set(named.map(({ cells }) => bareCell(cells[account] ?? '')))]
  const [first, second] = names
  if (names.some((name) => findings.isOwn(name))) return
  if (first !== undefined && second !== undefined)
    findings.problem(
      named[0]?.line ?? 1,
      `This file names several accounts, such as ${shown(first)} and ${shown(second)}. Enter the one that means this account on Bank Accounts under Names at the Bank.`,
    )
}

/** A file without the account number, even if the bank's texts contain it. Refuses it as the number of a check. */
export function withoutAccount(file: ClearingFile, { accountNumber, isLastDigits }: NamedAccount): ClearingFile {
  const bare = accountNumber.replace(/[ -]/g, '').replace(/^0+/, '')
  if (bare === '' || isLastDigits) return file
  const taken = file.lines.find(({ number }) => String(number) === bare)
  if (taken)
    return refusedFile(
      taken.line,
      'The check-number column contains the account number. Choose another column for check numbers.',
    )
  const masked = (written: string) => written.replaceAll(bare, `…${lastFour(bare)}`)
  const maskNote = (note: LineNote) => ({ ...note, message: masked(note.message) })
  const maskLine = (one: ClearedLine) => ({
    ...one,
    payee: one.payee && masked(one.payee),
    reference: one.reference && masked(one.reference),
    fingerprint: masked(one.fingerprint),
  })
  return {
    lines: file.lines.map(maskLine),
    problems: file.problems.map(maskNote),
    notes: file.notes.map(maskNote),
    skipped: file.skipped,
    leftOut: file.leftOut.map(maskNote),
    others: file.others,
    sample: file.sample.map(({ line, text, check }) => ({ line, text: masked(text), check: check && maskLine(check) })),
  }
}
