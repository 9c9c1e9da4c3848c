import type { CalendarDate } from '../../values/calendar-date.ts'
import { listWithAnd } from '../../values/lists.ts'
import { type Cents, formatDollars } from '../../values/money.ts'
import { toAscii, writeDate } from '../file-text.ts'
import type { Column, FrameColumn, PositivePayTemplate, RecordColumn } from './template.ts'

/** The routing and account numbers as digits, without blanks and hyphens. */
export interface PositivePayAccount {
  readonly accountNumber: string
  readonly routingNumber: string
}

/** A check to report to the bank: void if it has a void date, otherwise issued. */
export interface PositivePayRow {
  readonly number: number
  readonly amountCents: Cents
  readonly issueDate: CalendarDate
  readonly voidDate: CalendarDate | null
  readonly payee: string
  readonly secondPayeeLine: string | null
  /** The account of the check, if it isn't the account of the file. */
  readonly account?: PositivePayAccount | undefined
}

/** A column's value before padding, or why there is no value. */
export type Value = { readonly text: string } | { readonly problem: string }

/** The data that a value is written from: the whole file and, for a check's line, the check. */
export interface Facts {
  readonly template: PositivePayTemplate
  readonly account: PositivePayAccount
  readonly rows: readonly PositivePayRow[]
  readonly fileDate: CalendarDate
}

export function fit(value: Value, { length, align, pad }: Column, where: string): Value {
  if ('problem' in value) return { problem: value.problem.replace('{where}', where) }
  const { text } = value
  if (length !== null && text.length > length)
    return { problem: `“${text}” doesn’t fit in ${where}, which has ${length} characters. Make the column longer.` }
  if (length === null || pad === null) return { text }
  return { text: align === 'right' ? text.padStart(length, pad) : text.padEnd(length, pad) }
}

export function recordValue(column: RecordColumn, row: PositivePayRow, facts: Facts): Value {
  const check = `Check ${row.number}`
  switch (column.source) {
    case 'check number':
      return whole(String(row.number), column, `The check number ${row.number}`)
    case 'amount':
      return amount(row.amountCents, column, `${check}: the amount`)
    case 'issue date':
      return { text: writeDate(row.issueDate, column.date_form) }
    case 'void date':
      return row.voidDate === null ? { text: '' } : { text: writeDate(voidDay(row.voidDate, facts), column.date_form) }
    case 'issue or void date':
      return {
        text: writeDate(row.voidDate === null ? row.issueDate : voidDay(row.voidDate, facts), column.date_form),
      }
    case 'status':
      return { text: row.voidDate === null ? column.issue : column.void }
    case 'payee':
      return payee(row.payee, column, check, facts)
    case 'second payee line':
      return payee(row.secondPayeeLine ?? '', column, check, facts)
    case 'both payee lines':
      return payee(`${row.payee} ${row.secondPayeeLine ?? ''}`, column, check, facts)
    default:
      return accountValue(column, facts.account)
  }
}

function voidDay(voidDate: CalendarDate, { template, fileDate }: Facts): CalendarDate {
  return template.void_date === 'transmission' ? fileDate : voidDate
}

export function frameValue(column: FrameColumn, { account, rows, fileDate }: Facts): Value {
  const voids = rows.filter(({ voidDate }) => voidDate !== null)
  const issues = rows.filter(({ voidDate }) => voidDate === null)
  switch (column.source) {
    case 'file date':
      return { text: writeDate(fileDate, column.date_form) }
    case 'record count':
      return whole(String(rows.length), column, 'The number of checks')
    case 'issue count':
      return whole(String(issues.length), column, 'The number of issues')
    case 'void count':
      return whole(String(voids.length), column, 'The number of voids')
    case 'total amount':
      return amount(sum(rows), column, 'The total')
    case 'issue total':
      return amount(sum(issues), column, 'The issue total')
    case 'void total':
      return amount(sum(voids), column, 'The void total')
    case 'total of check numbers':
      return whole(String(rows.reduce((total, { number }) => total + number, 0)), column, 'The total of check numbers')
    default:
      return accountValue(column, account)
  }
}

function sum(rows: readonly PositivePayRow[]): Cents {
  return rows.reduce((total, { amountCents }) => total + amountCents, 0)
}

type AccountColumn = Extract<RecordColumn & FrameColumn, { source: unknown }>

function accountValue(column: AccountColumn, { accountNumber, routingNumber }: PositivePayAccount): Value {
  switch (column.source) {
    case 'account number':
      return digits(accountNumber, column, 'The account number')
    case 'routing number':
      return digits(routingNumber, column, 'The routing number')
    case 'text':
      return { text: column.text }
    case 'blank':
      return { text: '' }
  }
}

function digits(number: string, column: Column, name: string): Value {
  const bare = number.replace(/[ -]/g, '')
  if (!/^\d+$/.test(bare)) return { problem: `${name} must contain only digits. Correct it in the bank account.` }
  return whole(bare, column, name)
}

/** Formats a number, which must not be truncated. */
function whole(text: string, { length }: Column, name: string): Value {
  if (length === null || text.length <= length) return { text }
  return {
    problem: `${name} has ${text.length} digits, but {where} has room for only ${length}. Numbers can’t be cut. Make the column longer if the bank accepts that.`,
  }
}

function amount(cents: Cents, column: Column & { readonly amount_form: 'cents' | 'dollars' }, name: string): Value {
  if (!Number.isSafeInteger(cents) || cents < 0) return { problem: `${name} isn’t an amount in whole cents.` }
  const padded = String(cents).padStart(3, '0')
  const text = column.amount_form === 'cents' ? String(cents) : `${padded.slice(0, -2)}.${padded.slice(-2)}`
  if (column.length === null || text.length <= column.length) return { text }
  return {
    problem: `${name} ${formatDollars(cents / 100)} takes ${text.length} characters, but {where} has only ${column.length}. Amounts can’t be cut. Make the column longer if the bank accepts that.`,
  }
}

type PayeeColumn = Extract<RecordColumn, { too_long: unknown }>

function payee(name: string, { length, too_long }: PayeeColumn, check: string, { template }: Facts): Value {
  const ascii = toAscii(name)
  if (ascii.unknown.length > 0 && template.unknown_letters === 'refuse')
    return {
      problem: `${check}: the payee has ${listWithAnd(ascii.unknown.map((letter) => `“${letter}”`))}, which bank files can’t contain. Set the template to write question marks instead if the bank accepts that.`,
    }
  const cased = template.capitals ? ascii.text.toUpperCase() : ascii.text
  const text = withoutSeparators(cased, template)
  if (length === null || text.length <= length) return { text }
  if (too_long === 'cut') return { text: text.slice(0, length).trimEnd() }
  return {
    problem: `${check}: the payee has ${text.length} characters, but {where} has only ${length}. Make the column longer, or set the template to cut payee names.`,
  }
}

// BankFinancial accepts quotation marks. Chase doesn't specify them, and an unquoted comma would add a column.
function withoutSeparators(text: string, template: PositivePayTemplate): string {
  if (template.kind === 'fixed width' || template.quotes !== 'never') return text
  return text.replaceAll(template.separator, '').replaceAll('"', '').replace(/ +/g, ' ').trim()
}
