import { type ClearingFile, type FileReader, Findings, type LineKind, refusalOfText, shown } from './lines.ts'
import { kindOfLine, markedNumber, meaningOf, numberInText, payeeIn } from './payment-words.ts'
import { type OfxProfile, plainOfx } from './profile.ts'
import { isSerial, readCheckNumber, readDollars, readOfxDate } from './values.ts'

/** An OFX tag: a start tag with the text up to the next tag, or an end tag. */
interface OfxTag {
  /** In uppercase, without namespace and attributes. */
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
  return name.slice(name.indexOf(':') + 1).toUpperCase()
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

/** Transaction types that never mean a check, whatever their number. */
const otherTypes = new Set([
  'INT',
  'DIV',
  'FEE',
  'SRVCHG',
  'DEP',
  'ATM',
  'POS',
  'DIRECTDEP',
  'DIRECTDEBIT',
  'REPEATPMT',
  'HOLD',
])

/**
 * Reads the paid checks of an account from an OFX file, 1.x (SGML) or 2.x (XML): STMTTRN (OFX, section 11.4.2.3.1) with
 * CHECKNUM; its FITID is the reference. Statements of other accounts are skipped, whatever they contain. Never throws,
 * whatever the file contains.
 */
export function readOfx(text: string, account: FileReader, profile: OfxProfile | null = null): ClearingFile {
  const refusal = refusalOfText(text)
  if (refusal) return refusal
  const reader = new OfxReader(account, profile ?? plainOfx)
  for (const tag of readOfxTags(text)) reader.read(tag)
  return reader.finish()
}

class OfxReader {
  readonly #account: FileReader
  readonly #profile: OfxProfile
  readonly #findings: Findings
  readonly #taken = new Set<string>()
  #payment: Payment | undefined
  readonly #payments: Payment[] = []
  #isInAccount = false
  #isUnsigned = false
  #isOwn = false
  #statement = ''
  #name = ''
  #currency = ''
  #began = false
  #ended = false
  #lastLine = 1

  constructor(account: FileReader, profile: OfxProfile) {
    this.#account = account
    this.#profile = profile
    this.#findings = new Findings(account)
  }

  read(tag: OfxTag): void {
    this.#lastLine = tag.line
    if (tag.name === 'OFX') {
      this.#began ||= !tag.isEnd
      this.#ended = tag.isEnd
    }
    if (statements.has(tag.name)) {
      this.#statement = tag.isEnd ? '' : tag.name
      this.#isOwn = false
      this.#currency = ''
      this.#name = ''
    }
    if (tag.name === 'BANKACCTFROM') this.#isInAccount = !tag.isEnd
    if (tag.name === 'CURDEF' && !tag.isEnd) this.#currency = tag.value
    if (tag.name === 'ACCTID' && this.#isInAccount && !tag.isEnd) this.#openAccount(tag)
    if (tag.name === 'STMTTRN') this.#edge(tag)
    else if (!tag.isEnd && tag.value !== '' && !this.#payment?.values.has(tag.name))
      this.#payment?.values.set(tag.name, tag.value)
  }

  finish(): ClearingFile {
    const findings = this.#findings
    this.#isUnsigned = this.#hasNoSigns()
    for (const payment of this.#payments) this.#take(payment)
    if (this.#isUnsigned) findings.note(1, 'No amount in this file has a minus sign, so its checks were read as paid.')
    if (!this.#began) findings.problem(1, 'This isn’t an OFX file. Choose a file that the bank labels OFX or QFX.')
    else if (!this.#ended || this.#payment)
      findings.problem(
        this.#lastLine,
        'The file ends before its last line. It might be cut off. Download it from the bank again.',
      )
    else findings.requireOwn()
    return findings.result()
  }

  /** True if the bank writes all amounts without signs: several checks, and no amount is negative. */
  #hasNoSigns(): boolean {
    const types = this.#profile.check_types
    const checks = this.#payments.filter(({ values }) => types.includes(values.get('TRNTYPE')?.toUpperCase() ?? ''))
    return checks.length > 1 && !this.#payments.some(({ values }) => /^\(|-/.test(values.get('TRNAMT') ?? ''))
  }

  #isCredit(amount: ReturnType<typeof readDollars>, isStated: boolean | undefined): boolean {
    return amount !== undefined && !amount.isNegative && !(this.#isUnsigned && isStated)
  }

  #openAccount({ value, line }: OfxTag): void {
    this.#name = value
    this.#isOwn = this.#findings.isOwn(value)
    if (!this.#isOwn) this.#findings.other(value, 0)
    else if (this.#currency !== '' && this.#currency.toUpperCase() !== 'USD')
      this.#findings.problem(line, `This statement is in ${shown(this.#currency)}. Only dollar amounts can be used.`)
  }

  #edge({ isEnd, line }: OfxTag): void {
    if (!isEnd) {
      if (this.#payment && this.#isOwn)
        this.#findings.problem(
          this.#payment.line,
          'This payment has no end tag. Download the file from the bank again.',
        )
      this.#payment = { line, values: new Map() }
      return
    }
    if (this.#payment && this.#isOwn) this.#payments.push(this.#payment)
    else if (this.#payment && this.#name !== '') this.#findings.other(this.#name)
    else if (this.#payment && (this.#statement === '' || this.#statement === 'STMTRS'))
      this.#findings.problem(
        line,
        'This payment isn’t in any account’s statement. Download the file from the bank again.',
      )
    this.#payment = undefined
  }

  #take({ line, values }: Payment): void {
    const value = (name: string) => values.get(name) ?? ''
    const text = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'CHECKNUM', 'NAME', 'MEMO'].flatMap((name) => value(name) || [])
    const leave = (why: string) => this.#findings.leave(line, why, text.join(' '))
    // The same FITID is the same payment, told twice, but some banks give all payments the same.
    const id = value('FITID') && [value('FITID'), value('DTPOSTED'), value('TRNAMT'), value('CHECKNUM')].join('|')
    if (id !== '' && this.#taken.has(id)) {
      leave('Repeated in this file')
      return
    }
    if (id !== '') this.#taken.add(id)
    // The standard allows a comma as decimal point and no other commas (OFX, section 3.2.9.1).
    const written = value('TRNAMT')
    const amount = readDollars(written.includes('.') ? written : written.replace(',', '.'))
    const said = meaningOf([value('NAME'), value('MEMO'), `${value('NAME')} ${value('MEMO')}`])
    const type = value('TRNTYPE').toUpperCase()
    const isStated = this.#profile.check_types.includes(type) || (otherTypes.has(type) ? false : undefined)
    const number = this.#numberOf(value, isStated === true || said.means === 'check')
    const isCredit = this.#isCredit(amount, isStated)
    const isCorrection = value('CORRECTFITID') !== '' && isStated !== false && typeof number === 'number'
    const is = isCorrection ? 'reversal' : kindOfLine({ said, number, isCredit, isStated })
    if (is === null) leave(`Type ${type || 'not given'}, ${said.why}`)
    else this.#addCheck({ is, line, number: number ?? null, amount }, value, text.join(' '))
  }

  /**
   * The check number, from the element in the profile or else from CHECKNUM, from a text such as `Check #1001`, or from
   * the REFNUM of a check.
   */
  #numberOf(value: (name: string) => string, isCheck: boolean): number | null | undefined {
    const { number_in, number_after } = this.#profile
    const [name, memo] = [value('NAME'), value('MEMO')]
    const texts = number_in === null ? [name, memo, `${name} ${memo}`] : [value(number_in)]
    const isNumber = number_in === null || number_in === 'CHECKNUM' || number_in === 'REFNUM'
    const written = isNumber ? readCheckNumber(value(number_in ?? 'CHECKNUM')) : null
    if (typeof written === 'number') return written
    const read = (text: string) => (number_after === null ? numberInText(text) : markedNumber(text, number_after))
    const inText = texts.map(read).find((number) => number !== null)
    const reference = isCheck && number_in === null ? readCheckNumber(value('REFNUM')) : null
    return inText ?? (isSerial(reference) ? reference : written)
  }

  #addCheck({ is, line, number, amount }: Taken, value: (name: string) => string, text: string): void {
    const findings = this.#findings
    const date = readOfxDate(value('DTPOSTED'), this.#account.dayOf)
    // Only what the bank calls a check can refuse the file.
    const currency = value('CURSYM') || 'USD'
    const mistakes = [
      ...(amount?.cents ? [] : [`${shown(value('TRNAMT'))} isn’t the amount of a paid check. ${ask}`]),
      ...(date ? [] : [`${shown(value('DTPOSTED'))} isn’t a valid date in the format 20261120. ${ask}`]),
      ...(currency === 'USD' ? [] : [`This check is in ${shown(currency)}. Only dollar amounts can be used.`]),
    ]
    for (const mistake of mistakes)
      if (is === 'check' || is === 'reversal') findings.problem(line, mistake)
      else findings.leave(line, mistake, text)
    if (mistakes.length > 0 || !amount || !date) return
    findings.add(
      {
        is,
        number,
        amountCents: amount.cents,
        date,
        payee: this.#profile.has_payees ? payeeIn(value('NAME')) || null : null,
        reference: value('FITID') || null,
        line,
      },
      text,
    )
  }
}

const ask = 'Ask the bank about this payment.'

interface Taken {
  readonly is: LineKind
  readonly line: number
  readonly number: number | null
  readonly amount: ReturnType<typeof readDollars>
}
