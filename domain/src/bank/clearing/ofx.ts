import type { CalendarDate } from '../../values/calendar-date.ts'
import {
  type ClearingFile,
  dateOfParts,
  Findings,
  isSameAccount,
  lastFour,
  readCheckNumber,
  readDollars,
  refusalOfText,
  shown,
} from './lines.ts'

/** An OFX tag: a start tag with the text up to the next tag, or an end tag. */
interface OfxTag {
  /** In uppercase, without the bank's vendor prefix. */
  readonly name: string
  readonly isEnd: boolean
  /** Trimmed, with entities decoded; empty for elements that contain others, and for end tags. */
  readonly value: string
  /** The line of the tag, counted from 1. */
  readonly line: number
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const longestName = 60
const longestValue = 500

/**
 * The tags of an OFX file in order, for both OFX 1 (SGML, where elements with text need no end tag) and OFX 2 (XML).
 * Reads the text once and skips comments, instructions, headers, and a tag truncated by the end of the file.
 */
function* readOfxTags(text: string): Generator<OfxTag> {
  let line = 1
  let counted = 0
  const lineAt = (at: number) => {
    for (; counted < at; counted += 1) if (text.charCodeAt(counted) === 10) line += 1
    return line
  }
  for (let at = text.indexOf('<'); at >= 0; ) {
    while (at >= 0 && text.startsWith('<!--', at)) at = after(text, '-->', at)
    const end = at < 0 ? -1 : text.indexOf('>', at)
    if (end < 0) return
    const next = text.indexOf('<', end)
    const name = text.slice(at + 1, Math.min(end, at + longestName)).trim()
    if (/^\/?[A-Za-z]/.test(name)) {
      const { value, rest } = valueAfter(text, end + 1, next)
      const isEnd = name.startsWith('/')
      yield { name: nameOf(name), isEnd, value: isEnd ? '' : value, line: lineAt(at) }
      at = rest
    } else at = next
  }
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at)
  return found < 0 ? -1 : text.indexOf('<', found)
}

function nameOf(written: string): string {
  const [name = ''] = written.replace(/^\//, '').split(/[\s/]/, 1)
  return name.toUpperCase()
}

function valueAfter(text: string, from: number, next: number): { readonly value: string; readonly rest: number } {
  const cdata = '<![CDATA['
  if (next >= 0 && text.startsWith(cdata, next) && text.slice(from, next).trim() === '') {
    const end = text.indexOf(']]>', next)
    if (end < 0) return { value: '', rest: -1 }
    return {
      value: text.slice(next + cdata.length, Math.min(end, next + longestValue)).trim(),
      rest: text.indexOf('<', end),
    }
  }
  const end = next < 0 ? text.length : next
  const raw = text.slice(from, Math.min(end, from + longestValue)).trim()
  return { value: raw.replace(/&(#\d{1,6}|[a-z]{2,4});/g, entity), rest: next }
}

function entity(written: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? written
  const code = Number(name.slice(1))
  return code >= 32 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
}

/** The values in an STMTTRN by element name: its own, and those of its PAYEE and CURRENCY. */
interface Payment {
  readonly line: number
  readonly values: Map<string, string>
}

/** The statement elements with transactions; credit card statements use another kind of account. */
const statements = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])

/** Transaction types besides CHECK that banks use for a check with a CHECKNUM. */
const debitTypes = new Set(['DEBIT', 'OTHER'])

/**
 * Reads the paid checks of an account from an OFX file, 1.x (SGML) or 2.x (XML): STMTTRN (OFX, section 11.4.2.3.1) with
 * CHECKNUM; its FITID is the reference. `accountNumber` in digits; other accounts are skipped. Never throws, whatever
 * the file contains.
 */
export function readOfx(text: string, accountNumber: string): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const reader = new OfxReader(accountNumber)
  for (const tag of readOfxTags(text)) reader.read(tag)
  return reader.finish()
}

class OfxReader {
  readonly #findings = new Findings()
  readonly #accountNumber: string
  #payment: Payment | undefined
  #isInAccount = false
  #isOwn = false
  #hasOwn = false
  #began = false
  #ended = false
  #lastLine = 1

  constructor(accountNumber: string) {
    this.#accountNumber = accountNumber
  }

  read(tag: OfxTag): void {
    this.#lastLine = tag.line
    if (tag.name === 'OFX') {
      this.#began ||= !tag.isEnd
      this.#ended = tag.isEnd
    }
    if (statements.has(tag.name) && !tag.isEnd) this.#isOwn = false
    if (tag.name === 'BANKACCTFROM') this.#isInAccount = !tag.isEnd
    if (tag.name === 'ACCTID' && this.#isInAccount && !tag.isEnd) this.#openAccount(tag.value)
    if (tag.name === 'CURDEF' && tag.value !== 'USD' && tag.value !== '')
      this.#findings.problem(tag.line, `This statement is in ${shown(tag.value)}. Only checks in dollars can be read.`)
    if (tag.name === 'STMTTRN') this.#edge(tag)
    else if (!tag.isEnd && tag.value !== '' && !this.#payment?.values.has(tag.name))
      this.#payment?.values.set(tag.name, tag.value)
  }

  finish(): ClearingFile {
    const findings = this.#findings
    if (!this.#began) findings.problem(1, 'This is not an OFX file. Choose a file that the bank labels OFX or QFX.')
    else if (!this.#ended || this.#payment)
      findings.problem(
        this.#lastLine,
        'The file ends before its last line. It might be cut off. Download it from the bank again.',
      )
    else if (!this.#hasOwn)
      findings.problem(
        1,
        `This file has no account ending in ${lastFour(this.#accountNumber)}. Choose the file for this account.`,
      )
    return findings.result()
  }

  #openAccount(written: string): void {
    this.#isOwn = isSameAccount(written, this.#accountNumber)
    this.#hasOwn ||= this.#isOwn
  }

  #edge({ isEnd, line }: OfxTag): void {
    if (!isEnd) {
      if (this.#payment)
        this.#findings.problem(
          this.#payment.line,
          'This payment has no end tag. Download the file from the bank again.',
        )
      this.#payment = { line, values: new Map() }
      return
    }
    if (this.#payment) this.#take(this.#payment)
    this.#payment = undefined
  }

  #take({ line, values }: Payment): void {
    const value = (name: string) => values.get(name) ?? ''
    const type = value('TRNTYPE').toUpperCase()
    const number = readCheckNumber(value('CHECKNUM'))
    const isCheck = type === 'CHECK' || (debitTypes.has(type) && number !== null)
    if (!this.#isOwn || !isCheck) {
      this.#findings.skipped += 1
      return
    }
    if (value('CORRECTFITID') !== '') {
      this.#findings.skipped += 1
      this.#findings.note(line, `This payment corrects check ${value('CHECKNUM')}. Handle the correction manually.`)
      return
    }
    this.#addCheck(line, number, value)
  }

  #addCheck(line: number, number: number | null | string, value: (name: string) => string): void {
    const findings = this.#findings
    // The standard allows a comma as decimal point and no other commas (OFX, section 3.2.9.1).
    const amount = readDollars(value('TRNAMT').replace(',', '.'))
    const date = readPosted(value('DTPOSTED'))
    if (typeof number === 'string') findings.problem(line, `${number}. Ask the bank about this payment.`)
    if (!amount?.cents)
      findings.problem(
        line,
        `${shown(value('TRNAMT'))} is not the amount of a paid check. Ask the bank about this payment.`,
      )
    if (!date)
      findings.problem(
        line,
        `${shown(value('DTPOSTED'))} is not a date such as 20261120. Ask the bank about this payment.`,
      )
    if ((value('CURSYM') || 'USD') !== 'USD')
      findings.problem(line, `This check is in ${shown(value('CURSYM'))}. Only checks in dollars can be read.`)
    if (typeof number === 'string' || !amount?.cents || !date) return
    if (!amount.isNegative) {
      findings.skipped += 1
      findings.note(
        line,
        `Check ${number ?? 'without a number'} is a credit in this file. If the bank reversed a payment, handle the reversal manually.`,
      )
      return
    }
    findings.add({
      number,
      amountCents: amount.cents,
      date,
      payee: value('NAME') || null,
      reference: value('FITID') || null,
      line,
    })
  }
}

function readPosted(text: string): CalendarDate | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? []
  return dateOfParts(year, month, day)
}
