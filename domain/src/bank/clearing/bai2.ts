import type { CalendarDate } from '../../values/calendar-date.ts'
import { type ClearingFile, type FileReader, Findings, type LineKind, refusalOfText, shown } from './lines.ts'
import { markedNumber, meaningOf, numberInText } from './payment-words.ts'
import { type Bai2Profile, plainBai2 } from './profile.ts'
import {
  type BaiRecord,
  differencesOf,
  missing,
  newPart,
  type Part,
  readBaiRecords,
  referencesOf,
  statedTotal,
  sumsOf,
} from './records.ts'
import { dateOfParts, isSerial, readCents, readCheckNumber } from './values.ts'

type Level = 'file' | 'group' | 'account' | 'end'

/** The levels at which each record is allowed (BAI2, file structure). */
const enclosing: Readonly<Record<string, Level>> = {
  '01': 'end',
  '02': 'file',
  '03': 'group',
  '16': 'account',
  '49': 'account',
  '98': 'group',
  '99': 'file',
}
const names = {
  file: 'file (01 to 99)',
  group: 'group (02 to 98)',
  account: 'account (03 to 49)',
  end: 'file',
} as const

/** A check or reversal whose number is chosen when all of them are known. */
interface Detail {
  readonly is: LineKind
  readonly line: number
  readonly cents: number
  readonly date: CalendarDate
  readonly bankReference: string
  readonly customerReference: string
  readonly text: string
  /** The record as it is in the file. */
  readonly written: string
}

/**
 * Reads the paid checks of an account from a BAI2 file (Cash Management Balance Reporting Specifications, Version 2,
 * BAI 2005), and verifies its structure, control totals, and record counts as far as they concern this account. Never
 * throws, whatever the file contains.
 */
export function readBai2(text: string, account: FileReader, profile: Bai2Profile | null = null): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const reader = new BaiReader(account, profile ?? plainBai2)
  for (const record of readBaiRecords(text)) if (!reader.read(record)) break
  return reader.finish()
}

class BaiReader {
  readonly #profile: Bai2Profile
  readonly #findings: Findings
  readonly #details: Detail[] = []
  #level: Level = 'end'
  #file = newPart(1)
  #group = newPart(1)
  #account = newPart(1)
  #opened: readonly string[] = []
  #date: CalendarDate | undefined
  #isOwn = false
  #name = ''
  #lastLine = 1

  constructor(account: FileReader, profile: Bai2Profile) {
    this.#profile = profile
    this.#findings = new Findings(account)
  }

  /** Returns false if the following records can't be interpreted. */
  read(record: BaiRecord): boolean {
    const { code, line, physical } = record
    this.#lastLine = line
    const level = enclosing[code]
    const isOfOther = this.#level === 'account' && !this.#isOwn
    if (!level && isOfOther) return true
    if (!level) return this.#stop(line, `${shown(code)} isn’t a BAI2 record. Download the file from the bank again.`)
    // A part of another account that doesn't end is closed here.
    if (isOfOther && code !== '16' && code !== '49') this.#level = 'group'
    if (level !== this.#level) {
      const where = this.#level === 'end' ? 'outside any' : 'within this'
      return this.#stop(line, `Record ${code} isn’t allowed ${where} ${names[this.#level]}. ${missing}`)
    }
    if (code === '01') this.#file = newPart(line)
    if (code === '02') this.#group = newPart(line)
    if (code === '03') this.#account = newPart(line)
    for (const part of this.#openParts(code)) part.records = [part.records[0] + physical, part.records[1] + 1]
    this.#take(record)
    return true
  }

  finish(): ClearingFile {
    const findings = this.#findings
    if (!findings.hasProblems && this.#level !== 'end')
      findings.problem(
        this.#lastLine,
        'The file ends before its last record (99). It might be cut off. Download it from the bank again.',
      )
    this.#addDetails()
    findings.requireOwn()
    return findings.result()
  }

  #stop(line: number, message: string): false {
    this.#findings.problem(line, message)
    return false
  }

  #take(record: BaiRecord): void {
    const { code, fields, line } = record
    if (code === '01') this.#openFile(fields[7] ?? '', line)
    else if (code === '02') this.#openGroup(record)
    else if (code === '03') this.#openAccount(record)
    else if (code === '16') this.#takeDetail(record)
    else if (code === '49') this.#closeAccount(record)
    else if (code === '98') this.#close(record, this.#group, { into: this.#file, level: 'file', inner: 'accounts' })
    else this.#close(record, this.#file, { into: newPart(line), level: 'end', inner: 'groups' })
  }

  #openParts(code: string): Part[] {
    const isInGroup = code !== '01' && code !== '99'
    const isInAccount = isInGroup && code !== '02' && code !== '98'
    return [this.#file, ...(isInGroup ? [this.#group] : []), ...(isInAccount ? [this.#account] : [])]
  }

  #openFile(version: string, line: number): void {
    this.#level = 'file'
    if (version !== '2' && version !== '')
      this.#findings.problem(line, `This file uses BAI version ${shown(version)}, not 2. Ask the bank for a BAI2 file.`)
  }

  #openGroup({ fields }: BaiRecord): void {
    this.#level = 'group'
    this.#opened = fields
    const [, , , date = ''] = fields
    const parts = /^(?:20)?(\d{2})(\d{2})(\d{2})$/.exec(date)
    this.#date = parts ? dateOfParts(parts[1] ?? '', parts[2] ?? '', parts[3] ?? '') : undefined
  }

  #openAccount({ fields, ends, line }: BaiRecord): void {
    this.#level = 'account'
    const [account = '', ownCurrency = ''] = fields
    this.#name = account
    this.#isOwn = this.#findings.isOwn(account)
    if (!this.#isOwn) {
      this.#findings.other(account, 0)
      return
    }
    this.#requireGroup(ownCurrency, line)
    this.#account.totals = sumsOf(fields, ends, (text) => this.#notAmount(text, line))
    for (const part of [this.#group, this.#file]) {
      part.own += 1
      part.hasTwice ||= part.dates.has(this.#date ?? '')
      part.dates.add(this.#date ?? '')
    }
  }

  /** Refuses a group that can't be read, if it has this account. */
  #requireGroup(ownCurrency: string, line: number): void {
    const findings = this.#findings
    const [, , status = '', date = '', , groupCurrency = '', modifier = ''] = this.#opened
    const currency = ownCurrency || groupCurrency || 'USD'
    if (!this.#date)
      findings.problem(
        this.#group.line,
        `${shown(date)} isn’t a valid date in the format 261120. Ask the bank about it.`,
      )
    const refusal = groupRefusals[status]
    if (refusal) findings.problem(this.#group.line, refusal)
    if (modifier === '1' || modifier === '3')
      findings.note(
        this.#group.line,
        'The bank marked this group as interim. More payments might be added for that day.',
      )
    if (!/^[A-Z]{3}$/i.test(currency) || currency.toUpperCase() === 'USD') return
    findings.problem(line, `This account is in ${shown(currency)}. Only dollar amounts can be used.`)
  }

  #notAmount(text: string, line: number): void {
    this.#findings.problem(line, `${shown(text)} isn’t an amount in cents. Ask the bank about this line.`)
  }

  #takeDetail({ fields, ends, line }: BaiRecord): void {
    if (!this.#isOwn) {
      this.#findings.other(this.#name)
      return
    }
    const [code = '', amountText = ''] = fields
    const amount = amountText === '' ? { cents: 0, isNegative: false } : readCents(amountText)
    if (!amount) this.#notAmount(amountText, line)
    const cents = (amount?.cents ?? 0) * (amount?.isNegative ? -1 : 1)
    this.#account.totals = this.#account.totals.map((total) => total + cents)
    const { bankReference, customerReference, text } = referencesOf(fields, ends)
    const is = this.#kindOf(code, text)
    const written = ['16', ...fields].join(',')
    const references = { bankReference, customerReference, text, written }
    if (!is) this.#findings.leave(line, `Type code ${code} isn’t a check`, written)
    else if (cents === 0 || (cents < 0 && is !== 'reversal'))
      this.#findings.problem(line, 'The amount of this paid check isn’t above 0. Ask the bank about this line.')
    else if (this.#date) this.#details.push({ is, line, cents: Math.abs(cents), date: this.#date, ...references })
  }

  /** Codes from 920 are the bank's own: 920 to 959 for credits, 960 to 999 for debits. */
  #kindOf(code: string, text: string): LineKind | undefined {
    if (this.#profile.check_codes.includes(code)) return 'check'
    if (this.#profile.reversal_codes.includes(code)) return 'reversal'
    const { means } = /^9[2-9]\d$/.test(code) ? meaningOf([text]) : { means: undefined }
    if (Number(code) >= 960) return means === 'check' ? 'check' : undefined
    return means === 'returned' ? 'reversal' : undefined
  }

  /** Adds the checks, with their numbers from the field that has numbers in most of them. */
  #addDetails(): void {
    const { number_in, number_after } = this.#profile
    const readers: readonly ((detail: Detail) => number | null | undefined)[] = [
      ({ text }) => markedNumber(text, number_after),
      ({ customerReference }) => readCheckNumber(customerReference),
      ({ bankReference }) => readCheckNumber(bankReference),
    ]
    const chosen = number_in ? readers[['text', 'customer reference', 'bank reference'].indexOf(number_in)] : undefined
    const score = (read: (typeof readers)[number]) => this.#details.filter((detail) => isSerial(read(detail))).length
    const best = chosen ?? readers.reduce((one, other) => (score(other) > score(one) ? other : one))
    const usual = readers[1]
    for (const { is, line, cents, date, ...detail } of this.#details) {
      const all = { is, line, cents, date, ...detail }
      const number = best(all) ?? numberInText(detail.text) ?? (chosen ? null : serialOf(usual?.(all)))
      const isInBank = best === readers[2]
      const other = isInBank ? detail.customerReference : detail.bankReference
      // Letters in a number mean something else than a check.
      const hasLetters = number === null && best(all) === undefined
      this.#findings.add(
        {
          is: hasLetters && is === 'check' ? 'number' : is,
          number,
          amountCents: cents,
          date,
          payee: null,
          reference: other || detail.text || null,
          line,
        },
        detail.written,
      )
    }
  }

  #closeAccount(record: BaiRecord): void {
    const part = this.#account
    const stated = statedTotal(record.fields[0])
    const isRight = stated === undefined || part.totals.includes(stated)
    if (this.#isOwn) {
      for (const message of differencesOf(record, part, '')) this.#findings.problem(record.line, message)
      for (const outer of [this.#group, this.#file]) outer.isProven &&= stated !== undefined && isRight
    }
    const own = stated !== undefined && isRight ? [stated] : part.totals
    // The part of another account counts as its control record says, because its faults aren't checked.
    const counted = this.#isOwn ? own : [stated ?? 0]
    this.#group.totals = this.#group.totals.flatMap((sum) => counted.map((one) => sum + one)).slice(0, mostSums)
    this.#group.parts += 1
    this.#level = 'group'
  }

  #close(record: BaiRecord, part: Part, after: { into: Part; level: Level; inner: string }): void {
    this.#level = after.level
    const isOnlyOwn = part.own > 0 && !this.#findings.hasOthers
    const refuses = isOnlyOwn || part.hasTwice || (part.own > 0 && !part.isProven)
    for (const message of differencesOf(record, part, after.inner))
      if (refuses) this.#findings.problem(record.line, message)
      else this.#findings.note(record.line, message)
    const stated = statedTotal(record.fields[0])
    const counted = stated === undefined || isOnlyOwn ? part.totals : [stated]
    after.into.totals = after.into.totals.flatMap((sum) => counted.map((one) => sum + one)).slice(0, mostSums)
    after.into.parts += 1
  }
}

const mostSums = 8

function serialOf(number: number | null | undefined): number | null {
  return isSerial(number) ? number : null
}

// BAI2, record 02, group status: 1 is an update, which is also the default.
const groupRefusals: Readonly<Record<string, string>> = {
  '2': 'This group deletes data from an earlier file. Handle its checks manually.',
  '3': 'This group corrects data from an earlier file. Handle its checks manually.',
  '4': 'This group is test data from the bank. Choose another file.',
}
