import { whyNotRoutingNumber } from '../../checks/routing-number.ts'
import {
  areAccounts,
  areWords,
  canBe,
  columnNames,
  isHeader,
  isShortNumber,
  isUsual,
  keyOfName,
  sideOf,
  sidePlaceIn,
} from './column-names.ts'
import { areBaiCodes, meaningOf, numberInText } from './payment-words.ts'
import { type ClearingCsvMapping, type ClearingField, clearingFields } from './profile.ts'
import type { DelimitedRow } from './records.ts'
import {
  amountForms,
  areVaried,
  type ClearingDateForm,
  dateFormOf,
  formOfAmounts,
  formOfDates,
  isDecimal,
  isSerial,
  readCents,
  readCheckNumber,
  readDollars,
} from './values.ts'
import { firstRows, guessWidths, usualWidth, withoutEnds } from './widths.ts'

/**
 * The columns of a bank's CSV or fixed-width file as the user has chosen them so far. `places`: counted from 1; 0 if the
 * file has no such column.
 */
export interface ChosenColumns {
  readonly separator: ClearingCsvMapping['separator']
  readonly widths: readonly number[]
  readonly linesBefore: number
  readonly hasNames: boolean
  readonly places: Readonly<Record<ClearingField, number>>
  readonly amountForm: ClearingCsvMapping['amount_form']
  readonly paidSign: ClearingCsvMapping['paid_sign']
  readonly dateForm: ClearingDateForm
  readonly checks: ClearingCsvMapping['checks']
}

type Shape = Pick<ChosenColumns, 'separator' | 'linesBefore' | 'hasNames'> & Partial<Pick<ChosenColumns, 'widths'>>

/** A column of a file: its header (empty if there is none), and its values in the first lines. */
export interface FileColumn {
  readonly name: string
  readonly values: readonly string[]
}

const separators = [',', ';', '\t', '|'] as const

/** The columns in the first lines of a file, read with this shape. */
export function columnsOfFile(text: string, shape: Shape): FileColumn[] {
  const all = firstRows(text, shape).filter(({ line }) => line > shape.linesBefore)
  const rows = shape.separator === 'widths' ? withoutEnds(all) : all
  const names = shape.hasNames ? rows.shift()?.cells : undefined
  const width = Math.max(0, names?.length ?? 0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => ({
    name: names?.[place] ?? '',
    values: rows.map(({ cells }) => cells[place] ?? '').filter((value) => value !== ''),
  }))
}

/**
 * Guesses the meanings of the columns from their names and values. A user can correct them. `account`: the account
 * number or its last digits, which show where the columns of a fixed-width file begin.
 */
export function guessColumns(text: string, account = ''): ChosenColumns {
  const shape = guessShape(text, account)
  const columns = columnsOfFile(text, shape)
  const places = guessPlaces(columns, account, shape.hasNames)
  const valuesOf = (field: ClearingField) => columns[places[field] - 1]?.values ?? []
  const rows = firstRows(text, shape)
  const above = rows.filter(({ line }) => line <= shape.linesBefore).map(({ cells }) => cells.join(' '))
  const saysCents = /\bcents\b|¢/i
  const areCents =
    saysCents.test(keyOfName(columns[places.amount - 1]?.name ?? '')) ||
    above.some((written) => /\bamounts?\b/i.test(written) && saysCents.test(written))
  const hasPlainDates = /^[YMD]+$/.test(formOfDates(valuesOf('date')) ?? '')
  const amountForm = formOfAmounts(valuesOf('amount'), areCents, hasPlainDates)
  const chosen = {
    widths: [],
    ...shape,
    places,
    amountForm,
    checks: 'with a number',
    dateForm: dateFormOf(valuesOf('date'), amountForm),
  } as const
  return { ...chosen, paidSign: guessSign(rows, chosen) }
}

/** The columns of a file in another format: as separated, or cut where fixed-width columns seem to begin. */
export function columnsIn(format: 'CSV' | 'fixed width', text: string, account: string): ChosenColumns {
  const guess = guessColumns(text, account)
  if ((guess.separator === 'widths') === (format === 'fixed width')) return guess
  const widths = guessWidths(text, account) ?? [1]
  const shape =
    format === 'CSV'
      ? ({ separator: ',', widths: [], linesBefore: 0, hasNames: false } as const)
      : ({ separator: 'widths', widths, linesBefore: 0, hasNames: false } as const)
  return { ...guess, ...shape, places: guessPlaces(columnsOfFile(text, shape), account, false) }
}

/**
 * Applies a saved column choice to a file whose columns might have moved or be missing. Users must choose missing
 * columns again.
 */
export function columnsChosenBefore(mapping: ClearingCsvMapping, text: string): ChosenColumns {
  const { separator, widths = [], lines_before: linesBefore, has_names: hasNames } = mapping
  const keys = columnsOfFile(text, { separator, widths, linesBefore, hasNames }).map(({ name }) => keyOfName(name))
  const placeOf = (field: ClearingField) => {
    const column = mapping[field]
    if (field === 'account' && column === undefined) return columnNames.accountPlaceIn(keys) + 1
    return typeof column === 'string' ? keys.indexOf(keyOfName(column)) + 1 : (column ?? 0)
  }
  return {
    separator,
    widths,
    linesBefore,
    hasNames,
    amountForm: mapping.amount_form,
    paidSign: mapping.paid_sign,
    dateForm: mapping.date_form,
    checks: mapping.checks,
    places: placesBy(placeOf),
  }
}

/** The saved form of a column choice: by name if names are unique, because banks add columns; otherwise by position. */
export function mappingOfColumns(chosen: ChosenColumns, text: string): ClearingCsvMapping {
  const columns = columnsOfFile(text, chosen)
  const keys = columns.map(({ name }) => keyOfName(name))
  const columnOf = (field: ClearingField) => {
    const place = chosen.places[field]
    const key = keys[place - 1] ?? ''
    const isUnique = key !== '' && keys.indexOf(key) === keys.lastIndexOf(key)
    return chosen.hasNames && isUnique ? (columns[place - 1]?.name ?? place) : place
  }
  const optional = (field: ClearingField) => (chosen.places[field] === 0 ? null : columnOf(field))
  return {
    separator: chosen.separator,
    ...(chosen.separator === 'widths' && { widths: [...chosen.widths] }),
    lines_before: chosen.linesBefore,
    has_names: chosen.hasNames,
    number: chosen.places.description === 0 ? columnOf('number') : optional('number'),
    amount: columnOf('amount'),
    date: columnOf('date'),
    amount_form: chosen.amountForm,
    paid_sign: chosen.paidSign,
    date_form: chosen.dateForm,
    payee: optional('payee'),
    reference: optional('reference'),
    type: optional('type'),
    credit: optional('credit'),
    description: optional('description'),
    account: optional('account'),
    checks: chosen.checks,
  }
}

function placesBy(placeOf: (field: ClearingField) => number): Record<ClearingField, number> {
  return Object.fromEntries(clearingFields.map((field) => [field, placeOf(field)])) as Record<ClearingField, number>
}

/**
 * How a file is split: its header line with a date and an amount, wherever the bank puts it; or the separator that splits
 * most lines into the same number of columns; or the widths of its columns.
 */
function guessShape(text: string, account: string): Shape {
  const guesses = separators.map((separator) => {
    const rows = firstRows(text, { separator })
    const width = usualWidth(rows)
    const fitting = rows.filter(({ cells }) => cells.length === width)
    const headers = rows.filter(({ cells }) => cells.length > 1 && isHeader(cells))
    // Of several sections with headers, the one with check numbers.
    const header = headers.find(({ cells }) => cells.some((cell) => isUsual('number', keyOfName(cell)))) ?? headers[0]
    return { separator, fitting, header, worth: (header ? 1e6 : 0) + (width > 1 ? fitting.length * 100 + width : 0) }
  })
  const { separator, fitting, header, worth } = guesses.reduce((best, one) => (one.worth > best.worth ? one : best))
  if (header) return { separator, hasNames: true, linesBefore: header.line - 1 }
  const widths = worth < 300 || fitting.length < 2 ? guessWidths(text, account) : undefined
  if (widths) return { separator: 'widths', widths, hasNames: false, linesBefore: 0 }
  const payment = fitting.findIndex(({ cells }) => cells.some((cell) => formOfDates([cell]) !== undefined))
  const before = fitting[payment < 0 ? 0 : payment - 1]
  const hasNames = payment < 0 || (before?.cells.every((cell) => !/\d/.test(cell)) ?? false)
  const first = hasNames ? before : fitting[payment]
  return { separator, hasNames, linesBefore: Math.max(0, (first?.line ?? 1) - 1) }
}

function guessPlaces(
  columns: readonly FileColumn[],
  account: string,
  hasNames: boolean,
): Record<ClearingField, number> {
  const taken = new Set<number>()
  const keys = columns.map(({ name }) => keyOfName(name))
  const take = (place: number) => {
    if (place < 0 || taken.has(place)) return 0
    taken.add(place)
    return place + 1
  }
  const [debit, credit] = [columnNames.debits, ...columnNames.usual.credit].map((name) =>
    keys.findIndex((key) => name.test(key)),
  )
  const hasSides = debit !== undefined && credit !== undefined && debit >= 0 && credit >= 0
  const sides: Partial<Record<ClearingField, number>> = hasSides
    ? { amount: take(debit), credit: take(credit) }
    : { credit: 0 }
  const named = placesBy((field) => {
    const side = sides[field]
    if (side !== undefined) return side
    const all = columnNames.usual[field].flatMap((pattern) =>
      keys.flatMap((key, at) => (!taken.has(at) && pattern.test(key) && canBe(field, key) ? [at] : [])),
    )
    return take(all.find((at) => fitsField(field, columns[at]?.values ?? [])) ?? all[0] ?? -1)
  })
  return { ...named, ...placesByValues(columns, named, take, { account, hasNames, taken }) }
}

interface Guessing {
  readonly account: string
  readonly hasNames: boolean
  readonly taken: ReadonlySet<number>
}

/** The columns whose names don't say what they are, by their values. */
function placesByValues(
  columns: readonly FileColumn[],
  named: Readonly<Record<ClearingField, number>>,
  take: (place: number) => number,
  { account, hasNames, taken }: Guessing,
): Partial<Record<ClearingField, number>> {
  const findColumn = (fits: (column: FileColumn) => boolean) =>
    take(columns.findIndex((column, at) => !taken.has(at) && column.values.length > 0 && fits(column)))
  const findBy = (fits: (values: readonly string[]) => boolean) => findColumn(({ values }) => fits(values))
  const findUnnamed = (fits: (values: readonly string[]) => boolean) => (hasNames ? 0 : findBy(fits))
  // The same number in all lines can be the bank's.
  const findVaried = (fits: (value: string) => boolean, find = findBy) =>
    find((values) => values.every((value) => fits(value) && !isDecimal(value)) && new Set(values).size > 1) ||
    find((values) => values.every((value) => fits(value) && whyNotRoutingNumber(value)) && areVaried(values))
  const isCents = (value: string) => readCents(value) !== undefined
  const isDay = ({ name, values }: FileColumn) => canBe('date', keyOfName(name)) && formOfDates(values) !== undefined
  const own = named.account || findUnnamed((values) => areAccounts(values, account.slice(-4)))
  const date = named.date || findColumn(isDay)
  const findAmount = (fits: (values: readonly string[]) => boolean) =>
    findColumn(({ name, values }) => canBe('amount', keyOfName(name)) && fits(values))
  const amount = named.amount || findAmount((values) => values.every(isDecimal))
  const description = named.description || findUnnamed(areWords)
  const isInWords = (columns[description - 1]?.values ?? []).some((value) => numberInText(value) !== null)
  const type = named.type || findUnnamed(areBaiCodes)
  // Where no name says so, only a reference can be the number: other columns have branches, banks, or counts.
  const inReference = !isInWords && hasSerials(columns[named.reference - 1]) ? named.reference : 0
  const number = named.number || (hasNames ? inReference : findVaried(isShortNumber))
  const rest = amount || findVaried(isCents, findAmount) || findAmount((values) => values.every(isCents))
  const reference = number === named.reference ? 0 : named.reference
  return { account: own, date, amount: rest, number, reference, description, type }
}

/** True for values that a column of this meaning can have. */
function fitsField(field: ClearingField, values: readonly string[]): boolean {
  if (field === 'date') return formOfDates(values.slice(0, 10)) !== undefined
  return field !== 'amount' || values.some((value) => readDollars(value) !== undefined || isDecimal(value))
}

const hasSerials = (column?: FileColumn) => column?.values.some((value) => isSerial(readCheckNumber(value))) ?? false

/** The sign of paid checks: that of most rows that can be checks. Undecided if a column names the side. */
function guessSign(rows: readonly DelimitedRow[], chosen: Omit<ChosenColumns, 'paidSign'>): ChosenColumns['paidSign'] {
  const { places, linesBefore, hasNames, amountForm } = chosen
  const read = amountForms[amountForm]
  const cellOf = ({ cells }: DelimitedRow, field: ClearingField) => cells[places[field] - 1] ?? ''
  const dataRows = rows.filter(({ line }) => line > linesBefore + (hasNames ? 1 : 0))
  const place = sidePlaceIn(hasNames ? rows.find(({ line }) => line > linesBefore) : undefined, dataRows)
  const isSided = (row: DelimitedRow) =>
    [cellOf(row, 'type'), row.cells[place] ?? ''].some(sideOf) && read(cellOf(row, 'amount'))?.isNegative === false
  if (places.credit > 0 || dataRows.some(isSided)) return 'any'
  const isCheck = (row: DelimitedRow) => {
    const texts = row.cells.filter((text) => /\p{L}/u.test(text))
    const { means } = meaningOf([cellOf(row, 'type'), cellOf(row, 'description'), ...texts])
    const number = readCheckNumber(cellOf(row, 'number'))
    return number !== undefined && (means === 'check' || (means === undefined && number !== null))
  }
  const amounts = dataRows.filter(isCheck).map((row) => read(cellOf(row, 'amount')))
  const minus = amounts.filter((amount) => amount?.cents && amount.isNegative).length
  const plus = amounts.filter((amount) => amount?.cents && !amount.isNegative && amount.side === undefined).length
  // Amounts such as `300.00 CR` say it themselves.
  const isSaid = minus > 0 && dataRows.some((row) => /\d\W*[dc][rb]\.?$/i.test(cellOf(row, 'amount')))
  if (minus === plus && !isSaid) return 'any'
  return plus > minus ? 'plus' : 'minus'
}
