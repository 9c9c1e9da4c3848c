import { sideOf } from './column-names.ts'
import type { LineKind } from './lines.ts'
import { type ClearingCsvMapping, plainBai2 } from './profile.ts'
import { type Meaning, type Said, statusOf, unpaidBy } from './statuses.ts'
import { amountForms, type Signed } from './values.ts'

interface Wording {
  readonly words: RegExp
  readonly means: NonNullable<Meaning>
  /** Why the line is left out. */
  readonly why: string
}

const fees = /\b(fees?|charges?|chgs?|svc chg)\b/
const occasions =
  /return|\bret\b|nsf|overdraft|\bod\b|stop|image|monthly|maint|analysis|\bitem|wire|paid|copy|order|counter|positive|service|collection|printing|checks?\b/
const check = '(check|chk|cheque|ck|item|draft)s?'
const undone = '(revers|return|rtn\\b|retn?\\b|unpaid|reject)'

/** The table of words, first match first. Texts are in lowercase, with spaces for underscores. */
// biome-ignore format: a table, one row each
const wordings: readonly Wording[] = [
  { words: new RegExp(`(?=.*${fees.source}).*(${occasions.source})|^${fees.source}|${fees.source}\\W*$`), means: 'no check', why: 'fee' },
  { words: /charge ?back|\b(official|certified|cashier\W?s?|treasurer\W?s?|teller\W?s?|travell?er\W?s?|gift|foreign|remote) (check|chk|ck)s?\b|^bank check|\bpositive pay\b|telecheck|check (verification|guarantee)/, means: 'no check', why: 'not drawn on this account' },
  { words: new RegExp(`\\b${check}\\b.*\\b(${undone}|refund|adjust)|\\b${undone}\\w*\\b.*\\b${check}\\b`), means: 'returned', why: 'returned item' },
  { words: /\bpaid\b.*\b(no|not|never) (issue|match)|\bno issue\b|\b(void|stop|stale|duplicate)\w*\b.*\bpaid\b/, means: 'check', why: 'check' },
  { words: /^(check|chk|cheque|ck|draft)( (paid|no|num|number|nbr|serial))?[ .:#-]*\d+\b(?![/.]\d)/, means: 'check', why: 'check' },
  { words: /\b(check|chk|ck) ?(card|crd)|debit card|\bpos\b|\bpurchase|\bvisa\b|mastercard|\batm\b|\bcash\b/, means: 'no check', why: 'card payment' },
  { words: /(check|chk)s? (and |& )?((re-?)?order|printing|supply|supplies|stock)|(starter|temporary) (check|chk)s?|harland|deluxe check/, means: 'no check', why: 'order of checks' },
  { words: /deposit|\bdslip\b|\bslip\b|\bdep\b|lockbox|\binterest\b/, means: 'no check', why: 'deposit' },
  { words: /\b(check|chk|ck)s? (conv|conversion)|\b(arc|boc|pop)\b.*\b(check|chk|ck)|\b(e-?|electronic |elec |converted |web |online |internet |phone |rck )(check|chk|ck)s?\b|check by phone/, means: 'converted', why: 'electronic payment' },
  { words: /\b(ach|wire|zelle|payroll|bill ?pay(ment|mt)?s?|xfer|transfer|direct ?(dep|debit|pay)|autopay|eft|ppd|ccd|loan)\b/, means: 'no check', why: 'electronic payment' },
  { words: /^(returned?|rtn|revers(al|ed?)|rejected|nsf|refused|dishonou?red)\b|\brefer(red)? to maker\b/, means: 'returned', why: 'returned item' },
  { words: /\b(check|chk|cheque|ck|share draft|draft|inclearing|in-clearing)s?\b/, means: 'check', why: 'check' },
]

const silent: Said = { means: undefined, why: 'no check number' }

/** What the first telling text says, unless a text is the status of a check that wasn't paid. */
export function meaningOf(texts: readonly string[]): Said {
  const status = texts.map(unpaidBy).find((said) => said)
  if (status) return status
  for (const text of texts) {
    const plain = text.slice(0, 300).replaceAll('_', ' ').replace(/\s+/g, ' ').trim().toLowerCase()
    const row = plain === '' ? undefined : wordings.find(({ words }) => words.test(plain))
    if (row) return row
  }
  return silent
}

const totals =
  /^((sub|grand|report|account|page)[ -]?)?totals?\b|\b(beginning|opening|ending|closing|starting|ledger|available|previous|current) balance\b|^balance\b|^(number|count|no\.?) of\b|^(record |item )?count\b|^end of (file|report)/i

/** The facts about a line that decide what it is. */
export interface LineFacts {
  readonly said: Said
  /** Undefined for letters in the number, null for none. */
  readonly number: number | null | undefined
  readonly isCredit: boolean
  /** True if the bank's type or code says that it is a check; false if it says that it is none. */
  readonly isStated?: boolean | undefined
  /** True if `said` is from a column that can contain anything. */
  readonly isWeak?: boolean
  /** True in a list of nothing but paid checks. */
  readonly isList?: boolean
}

interface KindRule {
  readonly when: (facts: LineFacts) => boolean
  /** What a debit and a credit are, or why they are left out. */
  readonly debit: LineKind | null
  readonly credit: LineKind | null
}

/** THE table of what a line is, first match first. Letters in a number mean something else than a check. */
// biome-ignore format: a table, one row each
const kindRules: readonly KindRule[] = [
  { when: ({ isStated, number }) => isStated === true && number === undefined, debit: 'number', credit: 'credit' },
  { when: ({ isStated }) => isStated === true, debit: 'check', credit: 'reversal' },
  { when: ({ isStated }) => isStated === false, debit: null, credit: null },
  { when: ({ said, number, isWeak }) => said.means === 'returned' && typeof number === 'number' && isWeak === true, debit: 'other', credit: 'reversal' },
  { when: ({ said, number }) => said.means === 'no check' && typeof number === 'number', debit: 'other', credit: null },
  { when: ({ said }) => said.means === 'no check' || said.means === 'unpaid', debit: null, credit: null },
  { when: ({ said, number }) => said.means === 'returned' && typeof number === 'number', debit: 'returned', credit: 'reversal' },
  { when: ({ said }) => said.means === 'returned', debit: null, credit: null },
  { when: ({ said, number }) => said.means === 'converted' && typeof number === 'number', debit: 'number', credit: 'credit' },
  { when: ({ said }) => said.means === 'converted', debit: null, credit: null },
  { when: ({ said, number }) => said.means === 'check' && number === undefined, debit: 'number', credit: null },
  { when: ({ said, number }) => said.means === 'check' && number === null, debit: 'check', credit: null },
  { when: ({ said }) => said.means === 'check', debit: 'check', credit: 'reversal' },
  { when: ({ number }) => typeof number !== 'number', debit: null, credit: null },
  { when: ({ isList }) => isList === true, debit: 'check', credit: 'credit' },
  { when: () => true, debit: 'number', credit: 'credit' },
]

/** What a line is; null if it is left out. */
export function kindOfLine(facts: LineFacts): LineKind | null {
  const rule = kindRules.find(({ when }) => when(facts))
  return rule?.[facts.isCredit ? 'credit' : 'debit'] ?? null
}

/** True for the words of a total, a balance, or a count. */
export function isTotal(text: string): boolean {
  return totals.test(text.trim())
}

const baiKinds: Readonly<Record<string, LineKind>> = Object.fromEntries([
  ...plainBai2.check_codes.map((code) => [code, 'check']),
  ...plainBai2.reversal_codes.map((code) => [code, 'reversal']),
])

/** True for the BAI2 type codes of payments, if there is one of a check. */
export function areBaiCodes(codes: readonly string[]): boolean {
  return codes.every((code) => /^\d{3}$/.test(code)) && codes.some((code) => baiKinds[code])
}

/** What the BAI2 type code of a payment says; undefined if it isn’t a check. */
export function kindOfBaiCode(code: string): LineKind | undefined {
  return baiKinds[code]
}

const typesPaid = new Set('FEE SRVCHG ATM POS DIRECTDEBIT REPEATPMT DEBIT PAYMENT CASH'.split(' '))
const typesReceived = new Set('CREDIT DEP DIRECTDEP INT DIV'.split(' '))

/** True if OFX types that mean one side of the account have the signs of the other, and none has its own. */
export function areSignsInverted(payments: readonly { readonly type: string; readonly isNegative: boolean }[]) {
  const usual = payments.flatMap(({ type, isNegative }) => {
    if (typesPaid.has(type)) return isNegative
    return typesReceived.has(type) ? !isNegative : []
  })
  return usual.length > 0 && usual.every((isUsual) => !isUsual)
}

/** An amount with the side of the account. `wrong`: the text of an amount that can't be read. */
export type Money = Omit<Signed, 'side'> & { readonly side: 'debit' | 'credit' | 'any'; readonly wrong?: string }

const nothing: Omit<Signed, 'side'> = { cents: 0, isNegative: false }

/**
 * The amount in a row, with its side by the column of debits or credits, the sign, or the words of `side`.
 * `credit`: null if there is no column of credits.
 */
export function moneyIn(
  { amount: written, credit: other, side }: { amount: string; credit: string | null; side: string },
  { amount_form, paid_sign }: Pick<ClearingCsvMapping, 'amount_form' | 'paid_sign'>,
): Money {
  const read = amountForms[amount_form]
  const amount: Signed | undefined = written === '' ? nothing : read(written)
  if (other && !amount?.cents) {
    const credit = read(other)
    return credit ? { ...credit, isNegative: false, side: 'credit' } : { ...nothing, side: 'credit', wrong: other }
  }
  if (!amount) return { ...nothing, side: 'any', wrong: written }
  if (amount.side) return { ...amount, side: amount.side }
  if (other !== null) return { ...amount, side: 'debit' }
  if (paid_sign === 'any') return { ...amount, side: sideOf(side) ?? 'any' }
  if (paid_sign === 'plus' && sideOf(side) === 'credit') return { ...amount, side: 'credit' }
  return { ...amount, side: amount.isNegative === (paid_sign === 'minus') ? 'debit' : 'credit' }
}

const longestNumber = 15
const marked =
  /\b(?:chkn|check ?(?:no|num|number|nbr|serial|ser)|chk ?(?:no|num|nbr|number)|ck ?(?:no|num|nbr)|ser ?(?:no|num|nbr)|serial ?(?:no|num|number|nbr)?)\b[\s.:#=-]*0*(\d{1,15})\b(?![/.]\d)/i
const plainly = /\b(?:check|cheque|chk|ck|draft)s?(?: paid)?[\s.:#-]{0,4}0*(\d{1,15})\b(?![/.]\d)/i

/** The check number that a text names after a word such as CHKN or `Check No.`; null if there is none. */
export function markedNumber(text: string, word: string | null = null): number | null {
  if (word === null) return numberOf(marked.exec(text))
  const escaped = word.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return numberOf(new RegExp(`(?:^|[^\\p{L}\\p{N}])${escaped}[\\s.:#=-]*0*(\\d{1,15})(?!\\d)`, 'iu').exec(text))
}

/** The check number in a text such as `Check #1001`; null if there is none. */
export function numberInText(text: string): number | null {
  return markedNumber(text) ?? numberOf(plainly.exec(text))
}

/** The number that one of these texts is, or ends with behind a note of the bank; null if there is none, or several. */
export function loneNumber(texts: readonly string[]): number | null {
  const [found, ...others] = texts.flatMap((text) => /(?:^|\. )(0*\d{3,8})(?:;|$)/.exec(text)?.[1] ?? [])
  return found === undefined || others.length > 0 ? null : Number(found) || null
}

function numberOf(found: RegExpExecArray | null): number | null {
  const digits = found?.[1] ?? ''
  return digits.length > longestNumber || Number(digits) === 0 ? null : Number(digits)
}

const noPayee =
  /^[\W\d_]*((check|cheque|chk|ck|draft|share|paid|cleared|posted|processed|presented|cashed|in|clearing|inclearing|substitute|regular|counter|electronic|online|converted|customer|bank|otc|pod|dda|image|view|number|num|no|serial|trace|ref|reference|transaction|withdrawal|debit|payment|item|n[/.]?a|unknown|not|available|unavailable|null|none|nil|payee|provided|on|file|found|blank|undefined|unreadable|illegible|captured|tbd|name|info|information|x{3,})s?\b[\W\d_]*)*$/i

/** The payee in a bank's text; null for a text such as `CHECK 1001` or `CHECK PAID`, which names none. */
export function payeeIn(text: string): string | null {
  return noPayee.test(text.slice(0, 200)) ? null : text
}

/** True for a text that says nothing about a payment but that it was made. */
export function isPlain(text: string): boolean {
  return /^(debit|dr|db|usd|[a-z]?)$/i.test(text.trim()) || statusOf(text) === 'paid'
}

/** True for a text that is too short to say anything about a payment, in a column with another purpose. */
export function isShort(text: string): boolean {
  return /^[a-z]{0,3}$/i.test(text.trim())
}
