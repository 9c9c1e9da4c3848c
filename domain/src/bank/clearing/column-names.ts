import type { ClearingField } from './profile.ts'
import type { DelimitedRow } from './records.ts'
import { bareCell } from './values.ts'

/** A column name for comparison, ignoring letter case and spaces. */
export function keyOfName(name: string): string {
  return bareCell(name)
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()
}

/** The names of a column with account numbers. */
const accountColumn = /^(bank )?(account|acct)( ?(no\.?|num|number|#|id))?$/
/** The names of a column with another day of a check than that of its payment. */
const otherDays = /issue|void|stop|written|print/

/** The names of a column with the status of checks, which can be codes. */
const statusColumn = /^((check|item|paid|transaction) )?(status|disposition)( code)?$/

/** Column names used by banks, most reliable first. `credit` counts only beside a column of debits. */
const usualNames: Readonly<Record<ClearingField, readonly RegExp[]>> = {
  number: [
    /^(check|cheque|chk|ck|serial)( ?(no\.?|num|number|nbr|#))?$/,
    /^(check|cheque|chk|serial).*(no|num|#)/,
    /serial|(check|cheque).*(no|num|#)/,
    /^(num|number|no\.?)$/,
    /^(customer|cust\.?) ref(erence)?( (no\.?|num|number|#))?$/,
  ],
  amount: [/^(paid |check |cleared |transaction )?(amount|amt)\b/, /^(?!credit).*(amount|amt)/, /debit|withdrawal/],
  credit: [/^(credits?|deposits?|paid in|money in)( amount| amt\.?)?( \(?[+$]\)?)?$/],
  date: [
    /^(date )?(paid|posted|posting|post|clear\w*)[ -]?(date|on|dt)?$/,
    /^(transaction|effective|process\w*|as of)[ -]?(date|on|dt)$/,
    /^as of$/,
    /^date/,
    /date/,
  ],
  payee: [/payee/, /paid to|pay to/],
  description: [/^(full |transaction |original )?desc(ription)?s?\b/, /^(memo|details?|narrative|name|transaction)$/],
  account: [accountColumn],
  reference: [/reference|trace|sequence|\bref\b/, /transaction (id|no|number)/],
  type: [
    /^(transaction )?(type|code)$/,
    /^(cr|dr|debit|credit)[ /]{1,3}(cr|dr|debit|credit)/,
    /bai code|tran.*(type|code)/,
  ],
}
/** The names of a column with money paid, beside one with money received. */
const debits = /^(debits?|withdrawals?|paid out|money out|payments?)( amount| amt\.?)?( \(?[-$]\)?)?$/

/** How banks name columns. */
export const columnNames = {
  usual: usualNames,
  debits,
  otherDays,

  account: accountColumn,
} as const

/** True for an account name without enough digits to be compared with account numbers. */
export function hasName(text = ''): boolean {
  return /\p{L}/u.test(text) && text.replace(/\D/g, '').length < 4
}

/**
 * The column with the status of checks: by its name, or in a file without names, by codes that mark issues or voids, as in
 * a file of issued checks; -1 for none.
 */
export function statusPlaceIn(names: DelimitedRow | undefined, [first, ...rows]: readonly DelimitedRow[]): number {
  if (names) return names.cells.findIndex((name) => statusColumn.test(keyOfName(name)))
  const isCode = (text = '') => /^[A-Z]$/i.test(text.trim())
  return (first?.cells ?? []).findIndex(
    (cell, place) =>
      isCode(cell) &&
      rows.every(({ cells }) => isCode(cells[place])) &&
      [first, ...rows].some((row) => /^[iv]$/i.test(row?.cells[place] ?? '')),
  )
}

/** A row that is longer than its header, because amounts with commas are without quotation marks, with whole amounts. */
export function rejoined(cells: readonly string[], width: number): readonly string[] {
  const at = cells.findIndex(
    (cell, place) => /^[($-]*\d{1,3}$/.test(cell) && /^\d{3}(\.\d\d)\D?$/.test(cells[place + 1] ?? ''),
  )
  const isLonger = width > 0 && cells.slice(width).some((cell) => cell !== '')
  return at < 0 || !isLonger ? cells : rejoined(cells.toSpliced(at, 2, `${cells[at]}${cells[at + 1]}`), width)
}
