import { type DateForm, dateForms } from '../file-text.ts'
import {
  type ClearingCsvMapping,
  type ClearingField,
  clearingFields,
  type DelimitedRow,
  keyOfName,
  readClearingDate,
  readDelimited,
} from './csv.ts'
import { readCheckNumber, readDollars } from './lines.ts'

/**
 * The columns of a bank's CSV file as the user has chosen them so far. `places`: counted from 1; 0 if the file has no
 * such column.
 */
export interface ChosenColumns {
  readonly separator: ClearingCsvMapping['separator']
  readonly linesBefore: number
  readonly hasNames: boolean
  readonly places: Readonly<Record<ClearingField, number>>
  readonly amountForm: ClearingCsvMapping['amount_form']
  readonly paidSign: ClearingCsvMapping['paid_sign']
  readonly dateForm: DateForm
  readonly checks: ClearingCsvMapping['checks']
}

type Shape = Pick<ChosenColumns, 'separator' | 'linesBefore' | 'hasNames'>

/** A column of a file: its header (empty if there is none), and its values in the first lines. */
export interface FileColumn {
  readonly name: string
  readonly values: readonly string[]
}

const separators = [',', ';', '\t', '|'] as const
const charactersLookedAt = 20_000
const rowsLookedAt = 25

/** The columns in the first lines of a file, read with this shape. */
export function columnsOfFile(text: string, shape: Shape): FileColumn[] {
  const rows = firstRows(text, shape.separator).filter(({ line }) => line > shape.linesBefore)
  const names = shape.hasNames ? rows.shift()?.cells : undefined
  const width = Math.max(0, names?.length ?? 0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => ({
    name: names?.[place] ?? '',
    values: rows.map(({ cells }) => cells[place] ?? '').filter((value) => value !== ''),
  }))
}

/** Guesses the meanings of the columns from their names and values. A user can correct them. */
export function guessColumns(text: string): ChosenColumns {
  const shape = guessShape(text)
  const columns = columnsOfFile(text, shape)
  const places = guessPlaces(columns)
  const valuesOf = (field: ClearingField) => columns[places[field] - 1]?.values ?? []
  const amounts = valuesOf('amount').map((value) => readDollars(value))
  const areNegative = amounts.length > 0 && amounts.every((amount) => amount?.isNegative)
  return {
    ...shape,
    places,
    amountForm: 'dollars',
    checks: 'with a number',
    paidSign: areNegative ? 'minus' : 'any',
    dateForm: formOfDates(valuesOf('date')) ?? 'MM/DD/YYYY',
  }
}

/**
 * Applies a saved column choice to a file whose columns might have moved or be missing. Users must choose missing
 * columns again.
 */
export function columnsChosenBefore(mapping: ClearingCsvMapping, text: string): ChosenColumns {
  const { separator, lines_before: linesBefore, has_names: hasNames } = mapping
  const keys = columnsOfFile(text, { separator, linesBefore, hasNames }).map(({ name }) => keyOfName(name))
  const placeOf = (field: ClearingField) => {
    const column = mapping[field]
    return typeof column === 'string' ? keys.indexOf(keyOfName(column)) + 1 : (column ?? 0)
  }
  return {
    separator,
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
  const keys = columnsOfFile(text, chosen).map(({ name }) => keyOfName(name))
  const columns = columnsOfFile(text, chosen)
  const columnOf = (field: ClearingField) => {
    const place = chosen.places[field]
    const key = keys[place - 1] ?? ''
    const isUnique = key !== '' && keys.indexOf(key) === keys.lastIndexOf(key)
    return chosen.hasNames && isUnique ? (columns[place - 1]?.name ?? place) : place
  }
  const optional = (field: ClearingField) => (chosen.places[field] === 0 ? null : columnOf(field))
  return {
    separator: chosen.separator,
    lines_before: chosen.linesBefore,
    has_names: chosen.hasNames,
    number: columnOf('number'),
    amount: columnOf('amount'),
    date: columnOf('date'),
    amount_form: chosen.amountForm,
    paid_sign: chosen.paidSign,
    date_form: chosen.dateForm,
    payee: optional('payee'),
    reference: optional('reference'),
    type: optional('type'),
    checks: chosen.checks,
  }
}

function placesBy(placeOf: (field: ClearingField) => number): Record<ClearingField, number> {
  return Object.fromEntries(clearingFields.map((field) => [field, placeOf(field)])) as Record<ClearingField, number>
}

function firstRows(text: string, separator: string): DelimitedRow[] {
  return readDelimited(text.slice(0, charactersLookedAt), separator).rows.slice(0, rowsLookedAt)
}

/**
 * The separator that splits most lines into the same number of columns, and the number of lines above the header, which
 * are ignored.
 */
function guessShape(text: string): Shape {
  const guesses = separators.map((separator) => {
    const rows = firstRows(text, separator)
    const width = usualWidth(rows)
    const fitting = rows.filter(({ cells }) => cells.length === width)
    return { separator, fitting, worth: width > 1 ? fitting.length * 100 + width : 0 }
  })
  const { separator, fitting } = guesses.reduce((best, one) => (one.worth > best.worth ? one : best))
  const payment = fitting.findIndex(({ cells }) => cells.some((cell) => formOfDates([cell]) !== undefined))
  const before = fitting[payment < 0 ? 0 : payment - 1]
  const hasNames = payment < 0 || (before?.cells.every((cell) => !/\d/.test(cell)) ?? false)
  const first = hasNames ? before : fitting[payment]
  return { separator, hasNames, linesBefore: Math.max(0, (first?.line ?? 1) - 1) }
}

function usualWidth(rows: readonly DelimitedRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}

/** Column names used by banks, most reliable first. */
const usualNames: Readonly<Record<ClearingField, readonly RegExp[]>> = {
  number: [/^(check|cheque|chk|serial)( ?(no\.?|num|number|#))?$/, /(check|cheque|serial).*(no|num|#)/, /serial/],
  amount: [/^(paid |check |cleared )?amount/, /amount|amt/, /debit/],
  date: [/^(paid|posted|posting|clear\w*|transaction|as of)[ -]?(date|on)?$/, /^date/, /date/],
  payee: [/payee/, /paid to|pay to/],
  reference: [/reference|trace|sequence|\bref\b/, /transaction (id|no|number)/],
  type: [/^(transaction )?(type|code)$/, /bai code|tran.*(type|code)/],
}

function guessPlaces(columns: readonly FileColumn[]): Record<ClearingField, number> {
  const taken = new Set<number>()
  const take = (place: number) => {
    if (place < 0 || taken.has(place)) return 0
    taken.add(place)
    return place + 1
  }
  const named = placesBy((field) => {
    for (const pattern of usualNames[field]) {
      const place = columns.findIndex(({ name }, at) => !taken.has(at) && pattern.test(keyOfName(name)))
      if (place >= 0) return take(place)
    }
    return 0
  })
  const findBy = (fits: (values: readonly string[]) => boolean) =>
    take(columns.findIndex(({ values }, at) => !taken.has(at) && values.length > 0 && fits(values)))
  const date = named.date || findBy((values) => formOfDates(values) !== undefined)
  const amount = named.amount || findBy((values) => values.every((value) => /\./.test(value) && readDollars(value)))
  const number = named.number || findBy((values) => values.every(isShortNumber))
  return { ...named, date, amount, number }
}

function isShortNumber(value: string): boolean {
  return value.length <= 10 && typeof readCheckNumber(value) === 'number'
}

/** The date format that matches all values; undefined if there is none. */
function formOfDates(values: readonly string[]): DateForm | undefined {
  const forms = Object.keys(dateForms) as DateForm[]
  return values.length === 0
    ? undefined
    : forms.find((form) => values.every((value) => readClearingDate(value, form) !== undefined))
}
