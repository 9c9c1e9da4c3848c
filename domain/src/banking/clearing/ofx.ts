import type { CalendarDate } from '../../values/calendar-date.ts'
import { type ClearingFile, Findings, refusalOfText } from './lines.ts'
import { type OfxTag, readOfxTags } from './ofx-tags.ts'
import { dateOfParts, isSameAccount, lastFour, readCheckNumber, readDollars, shown } from './values.ts'

/** What an STMTTRN says, by the names of its elements; its own, and those of the PAYEE and CURRENCY within. */
interface Payment {
  readonly line: number
  readonly values: Map<string, string>
}

/** Statements of accounts that have transactions; those of a credit card have another kind of account. */
const statements = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])

/** Besides CHECK, what banks write for a check when it has a CHECKNUM. */
const debitTypes = new Set(['DEBIT', 'OTHER'])

/**
 * Reads the paid checks of an account from an OFX file, 1.x (SGML) or 2.x (XML): STMTTRN (OFX, section
 * 11.4.2.3.1) with CHECKNUM; its FITID is the reference. `accountNumber` in digits: other
 * accounts are left out. Never throws for what a file says.
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
      this.#findings.problem(tag.line, `This statement is in ${shown(tag.value)}. Only checks in dollars are read.`)
    if (tag.name === 'STMTTRN') this.#edge(tag)
    else if (!tag.isEnd && tag.value !== '' && !this.#payment?.values.has(tag.name))
      this.#payment?.values.set(tag.name, tag.value)
  }

  finish(): ClearingFile {
    const findings = this.#findings
    if (!this.#began) findings.problem(1, 'This is not an OFX file. Choose the file that the bank calls OFX or QFX.')
    else if (!this.#ended || this.#payment)
      findings.problem(
        this.#lastLine,
        'The file ends before its last line. It may be cut off: get it from the bank again.',
      )
    else if (!this.#hasOwn)
      findings.problem(
        1,
        `This file has no account that ends in ${lastFour(this.#accountNumber)}. Choose the file of this account.`,
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
        this.#findings.problem(this.#payment.line, 'This payment has no end. Get the file from the bank again.')
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
      this.#findings.note(line, `This payment corrects another one, check ${value('CHECKNUM')}. Settle it by hand.`)
      return
    }
    this.#addCheck(line, number, value)
  }

  #addCheck(line: number, number: number | null | string, value: (name: string) => string): void {
    const findings = this.#findings
    // The standard allows a comma as decimal point and no other commas (OFX, section 3.2.9.1).
    const amount = readDollars(value('TRNAMT').replace(',', '.'))
    const date = readPosted(value('DTPOSTED'))
    if (typeof number === 'string') findings.problem(line, `${number}. Ask the bank what it means.`)
    if (!amount?.cents) findings.problem(line, `${shown(value('TRNAMT'))} is not the amount of a paid check.`)
    if (!date) findings.problem(line, `${shown(value('DTPOSTED'))} is not a date such as 20261120.`)
    if ((value('CURSYM') || 'USD') !== 'USD')
      findings.problem(line, `This check is in ${shown(value('CURSYM'))}. Only checks in dollars are read.`)
    if (typeof number === 'string' || !amount?.cents || !date) return
    if (!amount.isNegative) {
      findings.skipped += 1
      findings.note(
        line,
        `Check ${number ?? 'without a number'} is a credit here. If the bank took a payment back, settle it by hand.`,
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
