import { z } from 'zod'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type DateForm, dateForms } from '../file-text.ts'
import {
  type ClearingFile,
  dateOfParts,
  Findings,
  readCents,
  readCheckNumber,
  readDollars,
  refusalOfText,
  shown,
} from './lines.ts'

/** A column by its name in the header line, in any letter case, or by its position, counted from 1. */
const column = z.union([
  z.string().trim().min(1, { error: 'Enter the column' }).max(100),
  z.int().min(1, { error: 'Column numbers start at 1' }).max(200),
])

/**
 * The columns of a bank's CSV files: plain JSON, saved per account. `checks`: which lines are paid checks (all lines,
 * those with a number, or those with certain words in the type column). `paid_sign`: the sign of a paid check's amount;
 * lines with the opposite sign are credits. Without `paid_sign`, all lines must have the same sign, because payments
 * and reversals can't be distinguished.
 */
export const clearingCsvMapping = z
  .strictObject({
    separator: z.enum([',', ';', '|', '\t']).default(','),
    /** Number of lines above the header line, or above the first payment if there is no header line. */
    lines_before: z.int().min(0).max(50).default(0),
    has_names: z.boolean(),
    number: column,
    amount: column,
    amount_form: z.enum(['dollars', 'cents']).default('dollars'),
    paid_sign: z.enum(['any', 'minus', 'plus']).default('any'),
    date: column,
    date_form: z.enum(Object.keys(dateForms) as [DateForm, ...DateForm[]]),
    payee: column.nullable().default(null),
    reference: column.nullable().default(null),
    type: column.nullable().default(null),
    checks: z
      .union([z.enum(['all', 'with a number']), z.array(z.string().trim().min(1)).min(1).max(20)])
      .default('with a number'),
  })
  .superRefine((mapping, context) => {
    if (Array.isArray(mapping.checks) && mapping.type === null)
      context.addIssue({ code: 'custom', path: ['type'], message: 'Enter the column with the payment type' })
    for (const field of clearingFields)
      if (typeof mapping[field] === 'string' && !mapping.has_names)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'Enter a column number because the file has no header line',
        })
  })
export type ClearingCsvMapping = z.output<typeof clearingCsvMapping>

/** The meanings that a column can have. */
export const clearingFields = ['number', 'amount', 'date', 'payee', 'reference', 'type'] as const
export type ClearingField = (typeof clearingFields)[number]

/** The column positions, from 0; -1 if the file has no such column. */
type Places = Readonly<Record<ClearingField, number>>

/** Reads a bank's CSV file. Never throws, whatever the file contains. */
export function readClearingCsv(text: string, mapping: ClearingCsvMapping): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const findings = new Findings()
  const { rows, openedIn } = readDelimited(text, mapping.separator)
  if (openedIn !== undefined) findings.problem(openedIn, 'A quotation mark opened in this line is never closed.')
  const told = rows.filter(({ line }) => line > mapping.lines_before)
  const names = mapping.has_names ? told.shift() : undefined
  const places = placesOf(mapping, names, findings)
  const signs = new Set<boolean>()
  if (!findings.hasProblems) for (const row of told) readRow(row, places, { mapping, findings, signs })
  return findings.result()
}

function placesOf(mapping: ClearingCsvMapping, names: DelimitedRow | undefined, findings: Findings): Places {
  const keys = names?.cells.map(keyOfName) ?? []
  const placeOf = (field: ClearingField) => {
    const wanted = mapping[field]
    if (typeof wanted !== 'string') return (wanted ?? 0) - 1
    const place = keys.indexOf(keyOfName(wanted))
    const line = names?.line ?? 1
    if (place < 0) findings.problem(line, `There is no column ${shown(wanted)}. Choose the column with the ${field}.`)
    else if (keys.indexOf(keyOfName(wanted), place + 1) >= 0)
      findings.problem(
        line,
        `There are several columns named ${shown(wanted)}. Enter the column number for the ${field}.`,
      )
    return place
  }
  const entries = clearingFields.map((field) => [field, placeOf(field)] as const)
  return Object.fromEntries(entries) as Record<ClearingField, number>
}

/** A column name for comparison, ignoring letter case and spaces. */
export function keyOfName(name: string): string {
  return name
    .trim()
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()
}

interface Reading {
  readonly mapping: ClearingCsvMapping
  readonly findings: Findings
  /** The signs of the amounts so far; true means negative. */
  readonly signs: Set<boolean>
}

function readRow({ line, cells }: DelimitedRow, places: Places, { mapping, findings, signs }: Reading): void {
  const cell = (field: ClearingField) => cells[places[field]] ?? ''
  if (!isCheck(cell('type'), cell('number'), mapping)) {
    findings.skipped += 1
    return
  }
  const number = readCheckNumber(cell('number'))
  const amount = mapping.amount_form === 'cents' ? readCents(cell('amount')) : readDollars(cell('amount'))
  const date = readClearingDate(cell('date'), mapping.date_form)
  if (typeof number === 'string') findings.problem(line, `${number}. Correct it, or choose which lines are checks.`)
  if (!amount)
    findings.problem(
      line,
      `${shown(cell('amount'))} is not an amount in ${mapping.amount_form}. Choose another column or amount format.`,
    )
  if (amount?.cents === 0) findings.problem(line, 'This line has no amount. Ask the bank about this line.')
  if (!date)
    findings.problem(
      line,
      `${shown(cell('date'))} is not a date such as ${dateForms[mapping.date_form]}. Choose another column or date format.`,
    )
  if (typeof number === 'string' || !amount?.cents || !date) return
  if (mapping.paid_sign !== 'any' && amount.isNegative !== (mapping.paid_sign === 'minus')) {
    findings.skipped += 1
    findings.note(
      line,
      `Check ${number ?? 'without a number'} is a credit in this file. If the bank reversed a payment, handle the reversal manually.`,
    )
    return
  }
  if (signs.add(amount.isNegative).size > 1)
    findings.problem(
      line,
      'Some amounts in this file are negative and some are positive. Choose which ones are payments.',
    )
  findings.add({
    number,
    amountCents: amount.cents,
    date,
    payee: cell('payee') || null,
    reference: cell('reference') || null,
    line,
  })
}

function isCheck(type: string, number: string, { checks }: ClearingCsvMapping): boolean {
  if (checks === 'all') return true
  if (checks === 'with a number') return readCheckNumber(number) !== null
  return checks.some((word) => word.toLowerCase() === type.toLowerCase())
}

// Spreadsheets drop the leading zeros of days and months.
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/

/** A date in the given form. Leading zeros of days and months are optional because spreadsheets drop them. */
export function readClearingDate(text: string, form: DateForm): CalendarDate | undefined {
  // Some banks append a time.
  const [day = ''] = text.slice(0, 40).split(/[ T]/, 1)
  if (form.includes('/')) {
    const [, month = '', dayOfMonth = '', year = ''] = slashed.exec(day) ?? []
    return dateOfParts(year, month, dayOfMonth)
  }
  if (day.length !== form.length || !/^[\d-]+$/.test(day)) return undefined
  const part = (letter: string) => day.slice(form.indexOf(letter), form.lastIndexOf(letter) + 1)
  return dateOfParts(part('Y'), part('M'), part('D'))
}

/** A row of delimited text: its cells without enclosing quotation marks. */
export interface DelimitedRow {
  /** The first line of the row, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** All nonblank rows. `openedIn`: the line with a quotation mark that is never closed. */
export interface DelimitedText {
  readonly rows: readonly DelimitedRow[]
  readonly openedIn: number | undefined
}

const outside = 'outside'
const inside = 'inside'

/**
 * Reads delimited text in one pass: RFC 4180 with any separator and any line end. A quotation mark inside an unquoted
 * cell is an ordinary character, as in `3" PIPE`, and so is text after a closing quotation mark.
 */
export function readDelimited(text: string, separator: string): DelimitedText {
  const reader = new Reader(separator)
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    const next = text.charAt(at + 1)
    // Skips the first of two quotation marks in a quoted cell, and the CR of CR LF.
    if (letter === '"' && next === '"' && reader.place === inside) at += 1
    else if (letter === '"' && reader.changesPlace()) continue
    else if (letter === '\r' && next === '\n') continue
    reader.take(letter === '\r' ? '\n' : letter)
  }
  return reader.finish()
}

class Reader {
  readonly #separator: string
  readonly #rows: DelimitedRow[] = []
  #cells: string[] = []
  #cell = ''
  #line = 1
  #rowLine = 1
  #openedIn = 1
  place: typeof inside | typeof outside = outside

  constructor(separator: string) {
    this.#separator = separator
  }

  /** True for a quotation mark that opens or closes a cell. */
  changesPlace(): boolean {
    if (this.place === inside) {
      this.place = outside
      return true
    }
    if (this.#cell.trim() !== '') return false
    this.#cell = ''
    this.#openedIn = this.#line
    this.place = inside
    return true
  }

  take(letter: string): void {
    if (letter === '\n') this.#line += 1
    if (this.place === inside) this.#cell += letter
    else if (letter === '\n') this.#endRow()
    else if (letter === this.#separator) this.#endCell()
    else this.#cell += letter
  }

  finish(): DelimitedText {
    this.#endRow()
    return { rows: this.#rows, openedIn: this.place === inside ? this.#openedIn : undefined }
  }

  #endCell(): void {
    this.#cells.push(this.#cell.trim())
    this.#cell = ''
  }

  #endRow(): void {
    this.#endCell()
    if (this.#cells.some((cell) => cell !== '')) this.#rows.push({ line: this.#rowLine, cells: this.#cells })
    this.#cells = []
    this.#rowLine = this.#line
  }
}
