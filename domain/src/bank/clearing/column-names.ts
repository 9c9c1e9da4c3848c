import { type FileReader, isNamed, shown } from './lines.ts'
import { type ClearingCsvMapping, type ClearingField, clearingFields, fieldLabels } from './profile.ts'
import type { DelimitedRow } from './records.ts'
import { daysInTitle, valuesAt } from './statuses.ts'
import { bareCell, readCheckNumber, readDollars } from './values.ts'

/** A column name for comparison, ignoring letter case and spaces. */
export function keyOfName(name: string): string {
  return bareCell(name)
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()
}

const owner = '(?:(?:bank|from|customer|company|client|debit|checking|your|our|paying|deposit|drawn|masked) ?){0,2}'
/** The names of a column with account numbers, or with other names of accounts. */
const accountColumns = [
  new RegExp(`^${owner}(?:account|acct\\.?)(?: ?(?:no|nbr|num|number|#|id)\\b\\.?| ?#)?(?: ?\\(.*\\))?:?$`),
  new RegExp(`^${owner}(?:account|acct\\.?)(?: ?(?:no|nbr|num|number)\\.?)? (?:last ?(?:4|four)|ending)\\b.*$`),
  new RegExp(`^${owner}dda(?: (?:account|acct))?(?: ?(?:no\\.?|nbr|num|number|#))?$`),
  new RegExp(`^${owner}(?:account|acct\\.?) (?:name|nickname|title)$`),
] as const

/** The place of the column with account numbers or, without one, that with names; -1 if there is none. */
function accountPlaceIn(keys: readonly string[]): number {
  const places = accountColumns.map((name) => keys.findIndex((key) => name.test(key)))
  return places.find((place) => place >= 0) ?? -1
}
/** The names of columns with something else than their words suggest, such as what was issued and not what was paid. */
const unlike: Readonly<Partial<Record<ClearingField, RegExp>>> = {
  date: /issue|void|stop|written|print|original|expected|return|revers/,
  amount:
    /issue|\borig|expected|register|\bbook\b|written|authorized|ledger|\bbal(ance)?\b|\bfee|void|stop|\b(type|code|sign|ind|indicator|flag)\b|differen|variance/,
  payee: /issue|\borig|expected|register|match|status/,
  number: /seq|image|\bisn\b|trace|micr|count|\bof\b|batch/,
}

/** Column names used by banks, most reliable first. `credit` counts only beside a column of debits. */
const usualNames: Readonly<Record<ClearingField, readonly RegExp[]>> = {
  number: [
    /^(check|cheque|chk|ck|serial)( ?(no\.?|num|number|nbr|#))?$/,
    /^(check|cheque|chk|serial).*(no|num|#)/,
    /serial|(check|cheque).*(no|num|#)/,
    /^(num|number|no\.?)$/,
    /^(customer|cust\.?) ref(erence)?( (no\.?|num|number|#))?$/,
  ],
  amount: [
    /^(paid|posted|post|cleared|presented|encoded|bank|actual|debited|settled|cashed) (check |item )?(amount|amt)\b/,
    /^(amount|amt) (paid|posted|cleared|presented|cashed)\b/,
    /^(check |transaction |item )?(amount|amt)\b/,
    /^(?!credit).*(amount|amt)/,
    /debit|withdrawal/,
  ],
  credit: [/^(credits?|deposits?|paid in|money in)( amount| amt\.?)?( \(?[+$]\)?)?$/],
  date: [
    /^(date )?(paid|posted|posting|post|clear\w*)[ -]?(date|on|dt)?$/,
    /^(transaction|effective|process\w*|as of)[ -]?(date|on|dt)$/,
    /^as of$/,
    /^date/,
    /date/,
  ],
  payee: [/(paid|actual|presented|read|captured) payee|payee (read|paid|presented|on)\b/, /payee/, /paid to|pay to/],
  description: [/^(full |transaction |original )?desc(ription)?s?\b/, /^(memo|details?|narrative|name|transaction)$/],
  account: accountColumns,
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
  accountPlaceIn,
  isTelling,
  isAside,
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

export const noPlaces = Object.fromEntries(clearingFields.map((field) => [field, -1])) as Places

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
    if (field === 'account' && wanted === undefined) return accountPlaceIn(keys)
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
    return keys.findIndex((key) => isUsual(field, key) && canBe(field, key))
  }
  return Object.fromEntries(clearingFields.map((field) => [field, placeOf(field)])) as Places
}

/**
 * The column of accounts. Without a telling name, it is the one with this account's number in some rows and others in
 * others. One name in all rows, such as that of the company, says nothing unless it is an account's or the bank's name for
 * this one is known. -1 if there is none.
 */
export function accountPlaceBy(
  rows: readonly DelimitedRow[],
  places: Places,
  { names, account }: { readonly names: DelimitedRow | undefined; readonly account: FileReader },
): number {
  if (places.account >= 0) {
    const texts = new Set(rows.map(({ cells }) => bareCell(cells[places.account] ?? '')))
    const [only = ''] = texts
    const isOfNames = accountColumns.at(-1)?.test(keyOfName(names?.cells[places.account] ?? '')) ?? false
    const isKnown = [account, ...(account.others ?? [])].some((one) => isNamed(only, one))
    const saysNothing = texts.size === 1 && !isKnown && (account.bankNames ?? []).length === 0
    return isOfNames && saysNothing ? -1 : places.account
  }
  const used = Object.values(places)
  const isNumber = (text: string) => /^[x*.•…-]*\d[\dx*.•… -]{4,}$/i.test(text)
  const isAccounts = (place: number) => {
    const cells = rows.map(({ cells }) => bareCell(cells[place] ?? '')).filter((text) => text !== '')
    return cells.every(isNumber) && new Set(cells.map((text) => isNamed(text, account))).size > 1
  }
  return (rows[0]?.cells ?? []).findIndex((_, place) => !used.includes(place) && isAccounts(place))
}

/** True for the name of a column whose words are about the payment, and for a column without a name. */
function isTelling(name = ''): boolean {
  const key = keyOfName(name)
  return (
    key === '' ||
    isUsual('description', key) ||
    isUsual('type', key) ||
    /status|disposition|reason|text|remark|comment|note|info|message/.test(key)
  )
}

/** True for the name of a column about an account, a vendor, or an image, even if it has a status. */
function isAside(name = ''): boolean {
  return /^(account|acct|customer|vendor|payee|card|image|approval|import|export) (status|state|type)$/.test(
    keyOfName(name),
  )
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

/** An account above a header: with letters that hide its digits, behind such a word, or before one. */
const accountForms = [
  /(?<![\p{L}\d])(?:[x*•…]+|\.{3}|(?:[x*•]{2,}[ -])+)[\dx*•….-]*\d{4}(?!\d)/iu,
  /\b(?:accounts?|acct|a\/c|checking|savings|dda|ending in|ends (?:in|with))\b(?! ?(?:name|title|nickname|owner|holder|type))(?:(?!balance|limit|total|opened|since|store|location|phone)\D){0,40}?(?<![\d.])(\d[\d -]{2,}\d)(?![\d.])/i,
  /^\W*(\d{4,})\W+\D*\b(?:account|acct|checking|savings)\b/i,
]
/** Amounts, telephone numbers, and routing numbers. */
const otherDigits =
  /\$ ?[\d,.]+|\d[\d,]*\.\d\d\b|\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b|\b(?:routing|aba|rtn)\D{0,20}\d{9}\b/gi

/** The accounts that the lines above a header name. */
export function accountsAbove(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const plain = text.slice(0, 300).replace(daysInTitle, ' ').replace(otherDigits, ' ')
    const [whole = '', digits = whole] = accountForms.map((form) => form.exec(plain)).find((found) => found) ?? []
    const isYear = /^(19|20)\d\d$/.test(digits) && !/\b(ending|ends) (in|with)\b|[#:]/i.test(whole)
    return digits === '' || isYear ? [] : [digits]
  })
}

/** False for the name of a column with something else, such as a day on which a check wasn't paid. */
export function canBe(field: ClearingField, key: string): boolean {
  return !unlike[field]?.test(key)
}

/** The names of a column with the side of the account. */
const sideColumn =
  /^((debit|credit|dr|db|cr|d|c)[ /-]{0,3}(debit|credit|dr|db|cr|d|c)|sign|side|indicator|\+ ?\/ ?-)( (ind|indicator|code|flag|sign|type))?$/

/**
 * The column with the side of the account, by its values: debits and credits in one column, or one of them below such a
 * name; -1 if there is none. A single letter alone can be a record type.
 */
export function sidePlaceIn(names: DelimitedRow | undefined, rows: readonly DelimitedRow[]): number {
  const width = names?.cells.length ?? Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => place).findIndex((place) => {
    const values = valuesAt(rows, place)
    const sides = new Set(values.map(sideOf))
    if (sideColumn.test(keyOfName(names?.cells[place] ?? ''))) return sides.has('debit') || sides.has('credit')
    return sides.size > 0 && !sides.has(undefined) && (sides.size > 1 || values.every((text) => text.length > 1))
  })
}

/** The side of the account that a text names: `Debit`, `DR`, `Withdrawal`, `Credit`, `CR`. */
export function sideOf(text: string): 'debit' | 'credit' | undefined {
  if (/^(debits?|dr|db|d|withdrawals?|\(?-\)?)$/i.test(text.trim())) return 'debit'
  return /^(credits?|cr|c|deposits?|\(?\+\)?)$/i.test(text.trim()) ? 'credit' : undefined
}

/** True for account numbers. Without names, last digits are an account's if they are repeated, unlike check numbers. */
export function areAccounts(values: readonly string[], last4: string): boolean {
  const isOwn = (value: string) => last4 !== '' && value.length >= 4 && bareCell(value).endsWith(last4)
  const areLast = values.every((value) => /^\d{4}$/.test(value)) && new Set(values).size < values.length
  return values.some(isOwn) && (areLast || values.every((value) => value.length > 8))
}

/** True for texts with words, none of them an amount. */
export function areWords(values: readonly string[]): boolean {
  return values.some((value) => /\p{L}{3}/u.test(value)) && values.every((value) => readDollars(value) === undefined)
}

/** True for a number that can be a check’s, filled with zeros up to ten digits. */
export function isShortNumber(value: string): boolean {
  return value.length <= 10 && typeof readCheckNumber(value) === 'number'
}
