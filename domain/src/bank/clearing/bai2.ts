import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import {
  type ClearingFile,
  dateOfParts,
  Findings,
  isSameAccount,
  lastFour,
  readCents,
  readCheckNumber,
  refusalOfText,
  shown,
} from './lines.ts'

/** The account whose payments are read, and the bank's deviations from the usual format. */
export interface BaiOptions {
  /** Digits only. Payments from other accounts in the file are skipped. */
  readonly accountNumber: string
  /** The field with the check number; most banks use the customer reference. */
  readonly numberIn?: 'customer reference' | 'bank reference'
  /** Type codes of a paid check. Codes from 960 are bank-specific. */
  readonly paidCodes?: readonly string[]
}

// BAI2, appendix A: 474 Certified Check Debit, 475 Check Paid; 395 Check Reversal.
const usualPaidCodes = ['474', '475']
const reversalCode = '395'

/** The running total and counts of a part of the file, to compare with its control record. */
interface Part {
  readonly line: number
  total: Cents
  records: number
  parts: number
}

/** The levels at which each record is allowed (BAI2, file structure). */
const enclosing: Readonly<Record<string, readonly string[]>> = {
  '01': ['end'],
  '02': ['file'],
  '03': ['group'],
  '16': ['account'],
  '49': ['account'],
  '98': ['group'],
  '99': ['file'],
}
const names = {
  file: 'file (01 to 99)',
  group: 'group (02 to 98)',
  account: 'account (03 to 49)',
  end: 'file',
} as const
type Level = keyof typeof names

/**
 * Reads the paid checks of an account from a BAI2 file (Cash Management Balance Reporting Specifications, Version 2,
 * BAI 2005), and verifies its structure, control totals, and record counts. Never throws, whatever the file contains.
 */
export function readBai2(text: string, options: BaiOptions): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const reader = new BaiReader(options)
  for (const record of readBaiRecords(text)) if (!reader.read(record)) break
  return reader.finish()
}

class BaiReader {
  readonly #options: BaiOptions
  readonly #findings = new Findings()
  #level: Level = 'end'
  #file = newPart(1)
  #group = newPart(1)
  #account = newPart(1)
  #date: CalendarDate | undefined
  #currency = ''
  #isOwn = false
  #hasOwn = false
  #lastLine = 1

  readonly #takers: Readonly<Record<string, (record: BaiRecord) => void>> = {
    '01': (record) => this.#openFile(record),
    '02': (record) => this.#openGroup(record),
    '03': (record) => this.#openAccount(record),
    '16': (record) => this.#takeDetail(record),
    '49': (record) => this.#close(record, this.#account, { into: this.#group, level: 'group', inner: '' }),
    '98': (record) => this.#close(record, this.#group, { into: this.#file, level: 'file', inner: 'accounts' }),
    '99': (record) => this.#close(record, this.#file, { into: newPart(record.line), level: 'end', inner: 'groups' }),
  }

  constructor(options: BaiOptions) {
    this.#options = options
  }

  /** Returns false if the following records can't be interpreted. */
  read(record: BaiRecord): boolean {
    const { code, line, physical } = record
    this.#lastLine = line
    const levels = enclosing[code]
    if (!levels) {
      this.#findings.problem(line, `${shown(code)} is not a BAI2 record. Download the file from the bank again.`)
      return false
    }
    if (!levels.includes(this.#level)) {
      const where = this.#level === 'end' ? 'outside any' : 'within this'
      this.#findings.problem(
        line,
        `Record ${code} is not allowed ${where} ${names[this.#level]}. Part of the file might be missing. Download it from the bank again.`,
      )
      return false
    }
    if (code === '01') this.#file = newPart(line)
    if (code === '02') this.#group = newPart(line)
    if (code === '03') this.#account = newPart(line)
    for (const part of this.#openParts(code)) part.records += physical
    this.#takers[code]?.(record)
    return true
  }

  finish(): ClearingFile {
    const findings = this.#findings
    if (!findings.hasProblems && this.#level !== 'end')
      findings.problem(
        this.#lastLine,
        'The file ends before its last record (99). It might be cut off. Download it from the bank again.',
      )
    if (!findings.hasProblems && !this.#hasOwn)
      findings.problem(
        1,
        `This file has no account ending in ${lastFour(this.#options.accountNumber)}. Choose the file for this account.`,
      )
    return findings.result()
  }

  #openParts(code: string): Part[] {
    const isInGroup = code !== '01' && code !== '99'
    const isInAccount = isInGroup && code !== '02' && code !== '98'
    return [this.#file, ...(isInGroup ? [this.#group] : []), ...(isInAccount ? [this.#account] : [])]
  }

  #openFile({ fields, line }: BaiRecord): void {
    this.#level = 'file'
    const version = fields[7] ?? ''
    if (version !== '2')
      this.#findings.problem(line, `This file uses BAI version ${shown(version)}, not 2. Ask the bank for a BAI2 file.`)
  }

  #openGroup({ fields, line }: BaiRecord): void {
    this.#level = 'group'
    const [, , status = '', date = '', , currency = '', modifier = ''] = fields
    this.#date = /^\d{6}$/.test(date) ? dateOfParts(date.slice(0, 2), date.slice(2, 4), date.slice(4)) : undefined
    this.#currency = currency
    if (!this.#date) this.#findings.problem(line, `${shown(date)} is not a date such as 261120. Ask the bank about it.`)
    const refusal = groupRefusals[status]
    if (refusal) this.#findings.problem(line, refusal)
    if (modifier === '1' || modifier === '3')
      this.#findings.note(line, 'The bank marked this group as interim. More payments might be added for that day.')
  }

  #openAccount({ fields, line }: BaiRecord): void {
    this.#level = 'account'
    const [account = '', ownCurrency = ''] = fields
    this.#isOwn = isSameAccount(account, this.#options.accountNumber)
    this.#hasOwn ||= this.#isOwn
    const currency = ownCurrency || this.#currency || 'USD'
    if (this.#isOwn && currency !== 'USD')
      this.#findings.problem(line, `This account is in ${shown(currency)}. Only checks in dollars can be read.`)
    for (let at = 2; at < fields.length; at = afterFunds(fields, at + 3)) this.#add(fields[at + 1] ?? '', line)
  }

  /** Adds a signed amount to the account total, because control totals add credits and subtract debits. */
  #add(text: string, line: number): Cents {
    if (text === '') return 0
    const amount = readCents(text)
    if (!amount) this.#findings.problem(line, `${shown(text)} is not an amount in cents. Ask the bank about this line.`)
    const cents = (amount?.cents ?? 0) * (amount?.isNegative ? -1 : 1)
    this.#account.total += cents
    return cents
  }

  #takeDetail({ fields, line }: BaiRecord): void {
    const [code = '', amountText = ''] = fields
    const cents = this.#add(amountText, line)
    const isPaid = (this.#options.paidCodes ?? usualPaidCodes).includes(code)
    const [bankReference = '', customerReference = '', ...text] = fields.slice(afterFunds(fields, 2))
    const inBank = this.#options.numberIn === 'bank reference'
    const number = readCheckNumber(inBank ? bankReference : customerReference)
    if (this.#isOwn && code === reversalCode)
      this.#findings.note(
        line,
        `The bank reversed the payment of check ${customerReference || bankReference}. Handle the reversal manually.`,
      )
    if (!this.#isOwn || !isPaid) {
      this.#findings.skipped += 1
      return
    }
    if (typeof number === 'string')
      this.#findings.problem(line, `${number}. Ask the bank which field has the check number.`)
    else if (cents <= 0)
      this.#findings.problem(line, 'A paid check must have an amount above 0. Ask the bank about this line.')
    else if (this.#date)
      this.#findings.add({
        number,
        amountCents: cents,
        date: this.#date,
        payee: null,
        reference: (inBank ? customerReference : bankReference) || text.join(',').trim() || null,
        line,
      })
  }

  #close({ code, fields, line }: BaiRecord, part: Part, after: { into: Part; level: Level; inner: string }): void {
    this.#level = after.level
    const [totalText = '', ...counts] = fields
    const total = readCents(totalText)
    const signed = (total?.cents ?? Number.NaN) * (total?.isNegative ? -1 : 1)
    const [inner, records] = after.inner === '' ? ['', counts[0]] : [counts[0], counts[1]]
    const since = `since line ${part.line}`
    const differ = (counted: string, stated = '') =>
      this.#findings.problem(line, `${counted}, but this record ${code} has ${shown(stated)}. ${again}`)
    if (signed !== part.total) differ(`The amounts ${since} add up to ${part.total} cents`, totalText)
    if (after.inner !== '' && !isCount(inner, part.parts))
      differ(`There are ${part.parts} ${after.inner} ${since}`, inner)
    if (!isCount(records, part.records)) differ(`There are ${part.records} records ${since}`, records)
    after.into.total += part.total
    after.into.parts += 1
  }
}

function isCount(text: string | undefined, count: number): boolean {
  return text !== undefined && /^\d{1,15}$/.test(text) && Number(text) === count
}

const again = 'Part of the file might be missing. Download it from the bank again.'

// BAI2, record 02, group status: 1 is an update, which is also the default.
const groupRefusals: Readonly<Record<string, string>> = {
  '2': 'This group deletes data from an earlier file. Handle its checks manually.',
  '3': 'This group corrects data from an earlier file. Handle its checks manually.',
  '4': 'This group is test data from the bank. Choose another file.',
}

function newPart(line: number): Part {
  return { line, total: 0, records: 0, parts: 0 }
}

/** The index of the first field after a funds type and its data (V: date and time, S: three amounts, D: pairs). */
function afterFunds(fields: readonly string[], at: number): number {
  const type = fields[at] ?? ''
  if (type === 'V') return at + 3
  if (type === 'S') return at + 4
  if (type !== 'D') return at + 1
  const pairs = Number(/^\d{1,3}$/.exec(fields[at + 1] ?? '')?.[0] ?? 0)
  return at + 2 + pairs * 2
}

/** A record of a BAI2 file, including its continuation records. */
interface BaiRecord {
  /** Usually 01, 02, 03, 16, 49, 98, or 99. Any other text at the beginning of the record is kept. */
  readonly code: string
  /** The fields after the record code. The text that ends a record 16 spans several fields if it contains commas. */
  readonly fields: readonly string[]
  /** The first line of the record, counted from 1. */
  readonly line: number
  /** The number of physical records that make up the record, as counted by control records. */
  readonly physical: number
}

/**
 * The records of a BAI2 file: fields are separated by commas, and a slash ends the record, or after a text, the end of
 * the line. A record 88 continues the previous record. Blank lines and trailing blanks are ignored.
 */
function* readBaiRecords(text: string): Generator<BaiRecord> {
  let open: { code: string; fields: string[]; line: number; physical: number } | undefined
  let line = 0
  for (const written of linesOf(text)) {
    line += 1
    const trimmed = written.trim()
    if (trimmed === '') continue
    const [code = '', ...fields] = withoutSlash(trimmed).split(',')
    if (code === '88' && open) {
      for (const field of fields) open.fields.push(field.trim())
      open.physical += 1
      continue
    }
    if (open) yield open
    open = { code: code.trim(), fields: fields.map((field) => field.trim()), line, physical: 1 }
  }
  if (open) yield open
}

function withoutSlash(record: string): string {
  return record.endsWith('/') ? record.slice(0, -1) : record
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}
