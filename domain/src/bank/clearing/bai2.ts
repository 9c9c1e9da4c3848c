import type { CalendarDate } from '../../values/calendar-date.ts'
import { bai2Kind, choiceOf, type Detail, numberOf, type Statement, withoutInterim } from './bai2-numbers.ts'
import { refusalOfText } from './file-kinds.ts'
import { type ClearingFile, type FileReader, Findings, shown } from './lines.ts'
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
import { dateOfParts, isSerial, readCents } from './values.ts'

type Level = 'file' | 'group' | 'account' | 'end'

/** The levels at which each record is allowed (BAI2, file structure). */
// biome-ignore format: a table, one row each
const enclosing: Readonly<Record<string, Level>> = {
  '01': 'end', '02': 'file', '03': 'group', '16': 'account', '49': 'account', '98': 'group', '99': 'file',
}
// biome-ignore format: a table, one row each
const names = { file: 'file (01 to 99)', group: 'group (02 to 98)', account: 'account (03 to 49)', end: 'file' } as const

/** A file with the place of its check numbers, to read the account’s later files the same way; null for no numbers. */
export interface GuessedBai2 extends ClearingFile {
  readonly guess: Bai2Profile | null
}

/**
 * Reads the paid checks of an account from a BAI2 file (Cash Management Balance Reporting Specifications, Version 2,
 * BAI 2005), and verifies its structure, control totals, and record counts as far as they concern this account. Never
 * throws, whatever the file contains.
 */
export function readBai2(text: string, account: FileReader, profile: Bai2Profile | null = null): GuessedBai2 {
  const refusal = refusalOfText(text)
  if (refusal) return { ...refusal, guess: null }
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
  #statement: Statement = { isInterim: false }
  #isOwn = false
  #isAfterEnd = false
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
    if (!level && this.#isAmongOthers()) return true
    if (!level && this.#isAfterEnd) {
      this.#findings.leave(line, 'Line after the end of the file', [code, ...record.fields].join(','))
      return true
    }
    if (!level) return this.#stop(line, `${shown(code)} isn’t a BAI2 record. Download the file from the bank again.`)
    this.#closeOther(code)
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

  #isAmongOthers(): boolean {
    return (this.#level === 'account' && !this.#isOwn) || (this.#level === 'group' && this.#group.own === 0)
  }

  /** Closes a part of another account that doesn't end before this record. */
  #closeOther(code: string): void {
    if (this.#level === 'account' && !this.#isOwn && code !== '16' && code !== '49') this.#level = 'group'
    if (this.#level !== 'group' || this.#group.own > 0 || (code !== '02' && code !== '99')) return
    this.#file.parts += 1
    this.#level = 'file'
  }

  finish(): GuessedBai2 {
    const findings = this.#findings
    const cut = 'The file ends before its last record (99). It might be cut off. Download it from the bank again.'
    if (!findings.hasProblems && this.#level !== 'end') findings.problem(this.#lastLine, cut)
    const guess = this.#addDetails()
    findings.requireOwn()
    return { ...findings.result(), guess }
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
    this.#isAfterEnd = false
    if (version !== '2' && version !== '')
      this.#findings.problem(line, `This file uses BAI version ${shown(version)}, not 2. Ask the bank for a BAI2 file.`)
  }

  #openGroup({ fields }: BaiRecord): void {
    this.#level = 'group'
    this.#opened = fields
    const [, , , date = '', , , modifier = ''] = fields
    this.#statement = { isInterim: interim.includes(modifier) }
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
    if (interim.includes(modifier))
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
    const references = referencesOf(fields, ends)
    const { is: kind, isStated } = bai2Kind(code, references.text, this.#profile)
    const is = kind === 'check' && cents < 0 ? 'reversal' : kind
    const written = ['16', ...fields].join(',')
    const more = { ...references, statement: this.#statement, written }
    if (!is) this.#findings.leave(line, notCheck(code), written)
    else if (cents === 0 && isStated)
      this.#findings.problem(line, 'The amount of this paid check isn’t above 0. Ask the bank about this line.')
    else if (this.#date) this.#details.push({ is, isStated, line, cents: Math.abs(cents), date: this.#date, ...more })
  }

  /** Adds the checks with their numbers. Returns where the numbers were. */
  #addDetails(): Bai2Profile | null {
    const choice = choiceOf(this.#details, this.#profile)
    const { kept, repeated } = withoutInterim(this.#details, choice)
    for (const { line, written } of repeated) this.#findings.leave(line, 'Repeated in this file', written)
    let hasNumbers = false
    for (const detail of kept) {
      const number = numberOf(detail, choice)
      hasNumbers ||= detail.isStated && isSerial(choice.read(detail))
      this.#addDetail(detail, number, choice.field === 'bank reference')
    }
    return hasNumbers ? { ...this.#profile, number_in: choice.field } : null
  }

  #addDetail(detail: Detail, number: number | null | undefined, isInBank: boolean): void {
    const { is, isStated, line, cents, date, written } = detail
    if (!isStated && typeof number !== 'number') {
      this.#findings.leave(line, notCheck(written.split(',')[1]), written)
      return
    }
    const reference = (isInBank ? detail.customerReference : detail.bankReference) || detail.text || null
    // Letters in a number mean something else than a check, and a long number is a trace.
    const isNumber = is === 'check' && number !== null && !isSerial(number)
    const found = { is: isNumber ? ('number' as const) : is, number: number ?? null, amountCents: cents, date }
    this.#findings.add({ ...found, payee: null, reference, line }, written)
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
    this.#isAfterEnd = after.level === 'end'
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

function notCheck(code = ''): string {
  return `Type code ${code} isn’t a check`
}

// BAI2, record 02, as-of-date modifier: an interim statement of the day before, and of the same day.
const interim: readonly string[] = ['1', '3']

const mostSums = 8

// BAI2, record 02, group status: 1 is an update, which is also the default.
const groupRefusals: Readonly<Record<string, string>> = {
  '2': 'This group deletes data from an earlier file. Handle its checks manually.',
  '3': 'This group corrects data from an earlier file. Handle its checks manually.',
  '4': 'This group is test data from the bank. Choose another file.',
}
