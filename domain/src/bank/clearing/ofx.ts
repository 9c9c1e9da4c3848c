import { refusalOfText } from './file-kinds.ts'
import { type ClearingFile, type FileReader, Findings, isLeftOut, type LineKind, shown } from './lines.ts'
import { type OfxTag, readOfxTags } from './ofx-tags.ts'
import { areSignsInverted, kindOfLine, markedNumber, meaningOf, numberInText, payeeIn } from './payment-words.ts'
import { type OfxProfile, plainOfx } from './profile.ts'
import { isSerial, readCheckNumber, readDollars, readOfxDate } from './values.ts'

/** The values in an STMTTRN by element name: its own, and those of its PAYEE and CURRENCY. */
interface Payment {
  readonly line: number
  /** The account of its statement. */
  readonly account: string
  readonly isOwn: boolean
  readonly values: Map<string, string>
}

/** A file with what it says about the signs of paid checks, to read the account’s later files like it; null if it says nothing. */
export interface GuessedOfx extends ClearingFile {
  readonly guess: OfxProfile | null
}

/** The statement elements with transactions; credit card statements use another kind of account. */
const statements = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
const accounts = new Set(['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM'])

/** The words of a returned or corrected deposit, which some banks call a check. */
const returnedDeposit =
  /\bdep(osit(ed)?)?\b.*\b(return|rtn|item|correct|adjust|revers|unpaid)|\b(return|rtn)\w*\b.*\bdep(osit(ed)?)?\b|charge ?back|\brdi\b/i

/** Transaction types that never mean a check, whatever their number. */
const otherTypes = new Set('INT DIV FEE SRVCHG DEP ATM POS DIRECTDEP DIRECTDEBIT REPEATPMT HOLD'.split(' '))

/**
 * Reads the paid checks of an account from an OFX file, 1.x (SGML) or 2.x (XML): STMTTRN (OFX, section 11.4.2.3.1) with
 * CHECKNUM; its FITID is the reference. Statements of other accounts are skipped, whatever they contain. Never throws,
 * whatever the file contains.
 */
export function readOfx(text: string, account: FileReader, profile: OfxProfile | null = null): GuessedOfx {
  const refusal = refusalOfText(text)
  if (refusal) return { ...refusal, guess: null }
  const reader = new OfxReader(account, profile ?? plainOfx)
  for (const tag of readOfxTags(text)) reader.read(tag)
  return reader.finish()
}

class OfxReader {
  readonly #reader: FileReader
  readonly #profile: OfxProfile
  readonly #findings: Findings
  readonly #taken = new Set<string>()
  #payment: Payment | undefined
  readonly #payments: Payment[] = []
  /** The element that names the account of a statement, while it is open. */
  #account = ''
  #isUnsigned = false
  #isOwn = false
  #statement = ''
  #name = ''
  #currency = ''
  #began = false
  #ended = false
  #lastLine = 1

  constructor(account: FileReader, profile: OfxProfile) {
    this.#reader = account
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
    if (accounts.has(tag.name)) this.#account = tag.isEnd ? '' : tag.name
    if (tag.name === 'CURDEF' && !tag.isEnd) this.#currency = tag.value
    if (tag.name === 'ACCTID' && this.#account !== '' && !tag.isEnd) this.#openAccount(tag)
    if (tag.name === 'STMTTRN') this.#edge(tag)
    else if (!tag.isEnd && tag.value !== '' && !this.#payment?.values.has(tag.name))
      this.#payment?.values.set(tag.name, tag.value)
  }

  finish(): GuessedOfx {
    const findings = this.#findings
    if (this.#profile.paid_sign === 'any') this.#readSigns()
    for (const payment of this.#payments) this.#take(payment)
    if (!this.#began) findings.problem(1, 'This isn’t an OFX file. Choose a file that the bank labels OFX or QFX.')
    else if (!this.#ended || this.#payment)
      findings.problem(
        this.#lastLine,
        'The file ends before its last line. It might be cut off. Download it from the bank again.',
      )
    else findings.requireOwn()
    return { ...findings.result(), guess: this.#guess() }
  }

  /** The sign of paid checks, if all have it, because a later file can have only a check that was taken back. */
  #guess(): OfxProfile | null {
    const checks = this.#signed().filter(({ type }) => this.#profile.check_types.includes(type))
    const isMinus = checks.length > 0 && checks.every(({ isNegative }) => isNegative)
    return isMinus ? { ...this.#profile, paid_sign: 'minus' } : null
  }

  #signed() {
    return this.#payments.map(({ line, values }) => {
      const isNegative = /^\(|-/.test(values.get('TRNAMT') ?? '')
      return { line, values, isNegative, type: values.get('TRNTYPE')?.toUpperCase() ?? '' }
    })
  }

  /** Notices amounts without signs, and refuses positive checks if other signs say that money paid is positive. */
  #readSigns(): void {
    const signed = this.#signed()
    const checks = signed.filter(({ type }) => this.#profile.check_types.includes(type))
    this.#isUnsigned = checks.length > 1 && !signed.some(({ isNegative }) => isNegative)
    const numbered = signed.filter(({ values }) => isSerial(this.#numberOf((name) => values.get(name) ?? '', false)))
    const doubtful = [...checks, ...numbered].find(({ isNegative }) => !isNegative)
    if (this.#isUnsigned)
      this.#findings.note(1, 'No amount in this file has a minus sign, so its checks were read as paid.')
    else if (doubtful && areSignsInverted(signed))
      this.#findings.problem(
        doubtful.line,
        'Deposits in this file are negative, or fees positive, so its positive checks could be paid or taken back. Choose the Sign of Paid Checks in the file profile.',
      )
  }

  #isCredit(amount: ReturnType<typeof readDollars>, isStated: boolean | undefined): boolean {
    if (amount === undefined || (this.#isUnsigned && isStated)) return false
    return amount.isNegative === (this.#profile.paid_sign === 'plus')
  }

  #openAccount({ value, line }: OfxTag): void {
    this.#name = value
    // A card’s number can end like that of the account.
    this.#isOwn = this.#account === 'BANKACCTFROM' && this.#findings.isOwn(value)
    if (!this.#isOwn) this.#findings.other(value, 0)
    else if (this.#currency !== '' && this.#currency.toUpperCase() !== 'USD')
      this.#findings.problem(line, `This statement is in ${shown(this.#currency)}. Only dollar amounts can be used.`)
  }

  #edge({ isEnd, line }: OfxTag): void {
    if (!isEnd) {
      if (this.#payment && !this.#payment.isOwn && this.#payment.account !== '')
        this.#findings.other(this.#payment.account)
      else if (this.#payment)
        this.#findings.problem(
          this.#payment.line,
          'This payment has no end tag. Download the file from the bank again.',
        )
      this.#payment = { line, account: this.#name, isOwn: this.#isOwn, values: new Map() }
      return
    }
    if (this.#payment?.isOwn) this.#payments.push(this.#payment)
    else if (this.#payment && this.#name !== '') this.#findings.other(this.#name)
    else if (this.#payment && (this.#statement === '' || this.#statement === 'STMTRS'))
      this.#findings.problem(
        line,
        'This payment isn’t in any account’s statement. Download the file from the bank again.',
      )
    else if (this.#payment) this.#findings.leave(line, 'Not a statement of this account', textOfPayment(this.#payment))
    this.#payment = undefined
  }

  #take({ line, values }: Payment): void {
    const value = (name: string) => values.get(name) ?? ''
    const text = textOfPayment({ values })
    const leave = (why: string) => this.#findings.leave(line, why, text)
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
    const { is, number, why } = this.#judge(value, text, amount)
    if (isLeftOut(is)) leave(why)
    if (is !== null) this.#addCheck({ is, line, number: number ?? null, amount }, value, text)
  }

  /** What a payment is, with its number and the reason to leave it out. */
  #judge(value: (name: string) => string, text: string, amount: ReturnType<typeof readDollars>) {
    const said = meaningOf([value('NAME'), value('MEMO'), `${value('NAME')} ${value('MEMO')}`])
    const type = value('TRNTYPE').toUpperCase()
    // Some banks call the fee for a returned check a check, and give it the check’s number.
    const isCharge = said.why === 'fee' && /return|nsf|stop|overdraft/i.test(text)
    const isDeposit = said.means !== 'check' && returnedDeposit.test(text)
    const isOfType = this.#profile.check_types.includes(type) && !isCharge && !isDeposit
    const isStated = isOfType || (otherTypes.has(type) ? false : undefined)
    const number = this.#numberOf(value, isOfType || said.means === 'check')
    const isCorrection = value('CORRECTFITID') !== '' && isStated !== false && typeof number === 'number'
    const facts = { said, number, isCredit: this.#isCredit(amount, isStated), isStated }
    const kind = isCorrection ? 'reversal' : kindOfLine(facts)
    // A long number is a trace, not that of a forged check.
    const is = kind === 'check' && number !== null && !isSerial(number) ? 'number' : kind
    // A number doesn’t make a card payment a check.
    const why = isStated === false && number !== null ? 'not a check' : said.why
    return { is, number, why: `Type ${type || 'not given'}, ${why}` }
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
    if (isSerial(written)) return written
    const read = (text: string) => (number_after === null ? numberInText(text) : markedNumber(text, number_after))
    const inText = texts.map(read).find((number) => number !== null)
    const reference = isCheck && number_in === null ? readCheckNumber(value('REFNUM')) : null
    return inText ?? (isSerial(reference) ? reference : written)
  }

  #addCheck({ is, line, number, amount }: Taken, value: (name: string) => string, text: string): void {
    const findings = this.#findings
    const date = readOfxDate(value('DTPOSTED'), this.#reader.dayOf)
    const currency = value('CURSYM') || 'USD'
    const mistakes = [
      ...(amount?.cents ? [] : [`${shown(value('TRNAMT'))} isn’t the amount of a paid check. ${ask}`]),
      ...(date ? [] : [`${shown(value('DTPOSTED'))} isn’t a valid date in the format 20261120. ${ask}`]),
      ...(currency === 'USD' ? [] : [`This check is in ${shown(currency)}. Only dollar amounts can be used.`]),
    ]
    // Only what the bank calls a check can refuse the file.
    const isCheck = is === 'check' || is === 'reversal'
    const tell = (mistake: string) => (isCheck ? findings.problem(line, mistake) : findings.leave(line, mistake, text))
    if (!isLeftOut(is)) mistakes.forEach(tell)
    if (mistakes.length > 0 || !amount || !date) return
    const payee = this.#profile.has_payees ? payeeIn(value('NAME')) || null : null
    const added = { is, number, amountCents: amount.cents, date, payee, reference: value('FITID') || null, line }
    findings.add(added, text)
  }
}

function textOfPayment({ values }: Pick<Payment, 'values'>): string {
  const names = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'CHECKNUM', 'NAME', 'MEMO']
  return names.flatMap((name) => values.get(name) || []).join(' ')
}

const ask = 'Ask the bank about this payment.'

interface Taken extends Pick<Payment, 'line'> {
  readonly is: LineKind
  readonly number: number | null
  readonly amount: ReturnType<typeof readDollars>
}
