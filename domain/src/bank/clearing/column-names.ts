import { shown } from './lines.ts'
import { type ClearingCsvMapping, type ClearingField, clearingFields, fieldLabels } from './profile.ts'
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

/** True for a row with the names of a date and an amount, and without values. */
export function isHeader(cells: readonly string[]): boolean {
  const keys = cells.map(keyOfName)
  const has = (field: ClearingField) => keys.some((key) => isUsual(field, key))
  return has('date') && has('amount') && keys.every((key) => key.length < 60 && !/\d{3}/.test(key))
}

/** True for a name that banks use for such a column. */
export function isUsual(field: ClearingField, key: string): boolean {
  return usualNames[field].some((pattern) => pattern.test(key))
}

/** True for an account name without enough digits to be compared with account numbers. */
export function hasName(text = ''): boolean {
  return /\p{L}/u.test(text) && text.replace(/\D/g, '').length < 4
}

/**
 * The column with the status of checks: by its name, or in a file without names, by codes that mark issues or voids, as in
 * a file of issued checks; -1 for none.
 */
export function statusPlaceIn(names: DelimitedRow | undefined, [first, ...rows]: readonly DelimitedRow[]): number {
  const data = first ? [first, ...rows] : []
  const named = names?.cells.findIndex((name) => statusColumn.test(keyOfName(name))) ?? -1
  if (names) return named >= 0 ? named : names.cells.findIndex((_, place) => areStatusCodes(data, place))
  const isCode = (text = '') => /^[A-Z]$/i.test(text.trim())
  return (first?.cells ?? []).findIndex(
    (cell, place) =>
      isCode(cell) &&
      rows.every(({ cells }) => isCode(cells[place])) &&
      data.some(({ cells }) => /^[iv]$/i.test(cells[place] ?? '')),
  )
}

/** True for codes of checks that were paid, voided, stopped, or are outstanding. */
function areStatusCodes(rows: readonly DelimitedRow[], place: number): boolean {
  const codes = rows.map(({ cells }) => bareCell(cells[place] ?? '')).filter((code) => code !== '')
  const areAll = codes.every((code) => /^(pd?|v[do]?|s[pt]?|os?|is?)$/i.test(code))
  return areAll && codes.some((code) => /^pd?$/i.test(code))
}

/** A row that is longer than its header, because amounts with commas are without quotation marks, with whole amounts. */
export function rejoined(cells: readonly string[], width: number): readonly string[] {
  const at = cells.findIndex(
    (cell, place) => /^[($-]*\d{1,3}$/.test(cell) && /^\d{3}(\.\d\d)\D?$/.test(cells[place + 1] ?? ''),
  )
  const isLonger = width > 0 && cells.slice(width).some((cell) => cell !== '')
  return at < 0 || !isLonger ? cells : rejoined(cells.toSpliced(at, 2, `${cells[at]}${cells[at + 1]}`), width)
}

/** The column positions, from 0; -1 if the file has no such column. */
export type Places = Readonly<Record<ClearingField, number>>

/** The keys of the columns that a layout names. */
export function namesIn(layout: ClearingCsvMapping): string[] {
  return clearingFields.flatMap((field) => {
    const name = layout[field]
    return typeof name === 'string' ? [keyOfName(name)] : []
  })
}

const headerLinesSearched = 60

/** The first row with all columns that a layout names. */
export function headerWith(rows: readonly DelimitedRow[], layout: ClearingCsvMapping): DelimitedRow | undefined {
  const wanted = namesIn(layout)
  return rows.slice(0, headerLinesSearched).find(({ cells }) => {
    const keys = cells.map(keyOfName)
    return wanted.every((key) => keys.includes(key))
  })
}

/** The header line: where it usually is, or wherever the bank puts all columns that the layout names. */
export function headerIn(rows: readonly DelimitedRow[], layout: ClearingCsvMapping): DelimitedRow | undefined {
  const usual = rows.find(({ line }) => line > layout.lines_before)
  if (namesIn(layout).length === 0 || (usual && headerWith([usual], layout))) return usual
  return headerWith(rows, layout) ?? usual
}

/** The columns of a layout in a file with this header. Tells `findings` which ones are missing or not unique. */
export function mappedPlaces(
  names: DelimitedRow | undefined,
  layout: ClearingCsvMapping,
  findings: { problem(line: number, message: string): void },
): Places {
  const keys = names?.cells.map(keyOfName) ?? []
  const line = names?.line ?? 1
  const placeOf = (field: ClearingField) => {
    const wanted = layout[field]
    if (field === 'account' && wanted === undefined) return keys.findIndex((key) => accountColumn.test(key))
    if (typeof wanted !== 'string') return (wanted ?? 0) - 1
    const [label, key] = [fieldLabels[field], keyOfName(wanted)]
    const place = keys.indexOf(key)
    if (place < 0) findings.problem(line, `There is no column ${shown(wanted)}. Choose another column for ${label}.`)
    else if (keys.includes(key, place + 1))
      findings.problem(
        line,
        `There are several columns named ${shown(wanted)}. Choose the one for ${label} by its number.`,
      )
    return place
  }
  return Object.fromEntries(clearingFields.map((field) => [field, placeOf(field)])) as Places
}

/** The columns of a further section with a header of its own: by the names of the layout, or by names banks use. */
export function sectionPlaces({ cells }: DelimitedRow, layout: ClearingCsvMapping): Places {
  const keys = cells.map(keyOfName)
  const hasSides = keys.some((key) => debits.test(key))
  const placeOf = (field: ClearingField) => {
    const name = layout[field]
    const same = typeof name === 'string' ? keys.indexOf(keyOfName(name)) : -1
    if (same >= 0 || (field === 'credit' && !hasSides)) return same
    return keys.findIndex((key) => isUsual(field, key) && !(field === 'date' && otherDays.test(key)))
  }
  return Object.fromEntries(clearingFields.map((field) => [field, placeOf(field)])) as Places
}

/** True for the header of a section of rows. */
export function isSection({ cells }: DelimitedRow): boolean {
  return cells.filter((cell) => cell !== '').length > 2 && isHeader(cells)
}

/** The title of a section: a single text on its line. */
export function titleIn(row: DelimitedRow | undefined): string {
  const [title = '', ...more] = row?.cells.filter((cell) => cell !== '') ?? []
  return more.length === 0 && !/\d/.test(title) ? title : ''
}

const accountAbove =
  /\b(?:account|acct)\b\s*(?:no\.?|num(?:ber)?|#|ending in)?\s*[:#]?\s*([x*.•…\d][x*.•…\d -]*\d{4})\s*$/i

/** The accounts that the lines above a header name. */
export function accountsAbove(rows: readonly DelimitedRow[]): string[] {
  const texts = rows.flatMap(({ cells }) => [...cells, cells.join(' ')])
  return texts.flatMap((text) => accountAbove.exec(text)?.[1] ?? [])
}

/** False for the name of a day on which a check wasn't paid. */
export function canBe(field: ClearingField, key: string): boolean {
  return field !== 'date' || !otherDays.test(key)
}
