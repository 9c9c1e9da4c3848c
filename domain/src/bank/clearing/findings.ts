import { payeeKey } from '../../payees/identity.ts'
import { addDays, type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'
import { toAscii } from '../file-text.ts'
import { type ClearedLine, isTakenBack } from './lines.ts'

/** The states of a check in the register. */
type RegisterState =
  | 'reserved'
  | 'released'
  | 'printed'
  | 'signed'
  | 'issued'
  | 'cleared'
  | 'spoiled'
  | 'voided'
  | 'stopped'

/** The properties of a check in the register that are compared with bank lines. */
export interface RegisterCheck {
  readonly number: number
  readonly state: RegisterState
  readonly amountCents: Cents
  readonly payee: string
  readonly secondPayeeLine: string | null
  /** The date on the check; left out by callers that don't know it. */
  readonly checkDate?: CalendarDate | null
  /** The day the check was handed over or mailed; null before that. */
  readonly issuedOn: CalendarDate | null
  /** The day the bank paid the check; null before that. */
  readonly clearedOn: CalendarDate | null
  /** What the bank paid, which can differ from the check; left out if it is unknown. */
  readonly paidCents?: Cents | null
  /** The last day of the stop payment; null if the check isn't stopped. */
  readonly stoppedUntil: CalendarDate | null
}

/** The possible problems with a paid check, most serious first. */
export const exceptionKinds = [
  'unknown number',
  'out of sequence',
  'cleared twice',
  'taken back by the bank',
  'voided or stopped but paid',
  'paid before it was issued',
  'paid on a future day',
  'amount differs',
  'payee differs',
  'clearing undone',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** A problem with a paid check. */
export interface Finding {
  readonly kind: ExceptionKind
  readonly sentence: string
}

export function compare(line: ClearedLine, check: RegisterCheck, today: CalendarDate | undefined): Finding[] {
  if (isTakenBack(line)) return [backFinding(line, check)]
  const days = [stateFinding(line, check), ...dayFindings(line, check, today)]
  return [...days, amountFinding(line, check), payeeFinding(line, check)].filter((finding) => finding !== undefined)
}

function backFinding({ number, amountCents, date }: ClearedLine, check?: RegisterCheck): Finding {
  const amount = formatDollars(centsToDollars(amountCents))
  const name = number === null ? 'a check' : `check ${number}`
  const next = check
    ? 'Ask the bank why. Then wait until the check is presented again, reissue it, or void it.'
    : 'That check isn’t in this register. Ask the bank about it.'
  return {
    kind: 'taken back by the bank',
    sentence: `The bank reversed its payment of ${name}, ${amount}, on ${formatDate(date)}. ${next}`,
  }
}

/** `payment`: the line of this file whose payment the bank took back. */
export function pairFinding(payment: ClearedLine): Finding {
  return {
    kind: 'taken back by the bank',
    sentence: `The payment of ${formatDate(payment.date)} is on line ${payment.line} of this file.`,
  }
}

/** Payments after tomorrow, and before the date on the check. */
function dayFindings({ date }: ClearedLine, { number, checkDate }: RegisterCheck, today: CalendarDate | undefined) {
  const findings: Finding[] = []
  if (today !== undefined && date > addDays(today, 1))
    findings.push({
      kind: 'paid on a future day',
      sentence: `The file says that check ${number} was paid on ${formatDate(date)}, which is in the future. Check the date format, or ask the bank.`,
    })
  if (checkDate && date < checkDate)
    findings.push({
      kind: 'paid before it was issued',
      sentence: `Check ${number} is dated ${formatDate(checkDate)} but was paid earlier, on ${formatDate(date)}.`,
    })
  return findings
}

export function strangerFinding(line: ClearedLine, firstNumber: number | null): Finding {
  const { number } = line
  if (isTakenBack(line)) return backFinding(line)
  if (number === null)
    return {
      kind: 'unknown number',
      sentence: 'The bank paid a check without a number. Ask the bank for a picture of the check.',
    }
  if (firstNumber === null || number < firstNumber)
    return {
      kind: 'unknown number',
      sentence: `Check ${number} is from before this register. If it is yours, enter it as an outstanding check. If not, tell the bank today.`,
    }
  return {
    kind: 'out of sequence',
    sentence: `Check ${number} was never used on this account. It might be a forgery. Tell the bank today.`,
  }
}

function stateFinding(line: ClearedLine, check: RegisterCheck): Finding | undefined {
  const name = `Check ${check.number}`
  if (check.state === 'cleared') return clearedFinding(line, check)
  if (check.state === 'released')
    return {
      kind: 'out of sequence',
      sentence: `${name} was released before it was printed. It might be a forgery. Tell the bank today.`,
    }
  if (check.state === 'voided' || check.state === 'stopped' || check.state === 'spoiled')
    return { kind: 'voided or stopped but paid', sentence: `${name} was ${endings[check.state](check, line)}` }
  const kind = 'paid before it was issued'
  if (check.state !== 'issued' || check.issuedOn === null)
    return {
      kind,
      sentence: `${name} hasn’t been handed over yet, but the bank has paid it. Find the paper check now.`,
    }
  if (check.issuedOn <= line.date) return undefined
  return {
    kind,
    sentence: `${name} was handed over on ${formatDate(check.issuedOn)} but was paid earlier, on ${formatDate(line.date)}.`,
  }
}

const endings = {
  voided: () => 'voided, but the bank paid it. Tell the bank today.',
  spoiled: () => 'spoiled in printing, but the bank paid it. It might be a forgery. Tell the bank today.',
  stopped: ({ stoppedUntil }: RegisterCheck, { date }: ClearedLine) =>
    stoppedUntil !== null && stoppedUntil < date
      ? `stopped until ${formatDate(stoppedUntil)}, and the bank paid it after that. Settle the payment with the payee.`
      : 'stopped, but the bank paid it anyway. Tell the bank today. The bank owes you the amount.',
}

function clearedFinding({ date, amountCents }: ClearedLine, { number, clearedOn, ...check }: RegisterCheck): Finding {
  const before = clearedOn === null ? 'earlier' : `on ${formatDate(clearedOn)}`
  const isSame = clearedOn === date && check.amountCents === amountCents
  const hint = isSame ? 'This might be the same payment from another file.' : 'Tell the bank today.'
  return { kind: 'cleared twice', sentence: `Check ${number} was already paid ${before}. ${hint}` }
}

export function againFinding({ number, line }: ClearedLine, payment: ClearedLine): Finding {
  return {
    kind: 'cleared twice',
    sentence: `Check ${number} is paid on line ${payment.line} of this file and again on line ${line}. Tell the bank today.`,
  }
}

function amountFinding({ amountCents }: ClearedLine, { number, ...check }: RegisterCheck): Finding | undefined {
  if (amountCents === check.amountCents) return undefined
  const [paid, written] = [amountCents, check.amountCents].map((cents) => formatDollars(centsToDollars(cents)))
  return {
    kind: 'amount differs',
    sentence: `The bank paid ${paid} for check ${number}, which is for ${written}. Ask the bank for a picture of the check.`,
  }
}

function payeeFinding({ payee }: ClearedLine, check: RegisterCheck): Finding | undefined {
  const names = [check.payee, `${check.payee} ${check.secondPayeeLine ?? ''}`]
  if (payee === null || names.some((name) => isSamePayee(payee, name))) return undefined
  return {
    kind: 'payee differs',
    sentence: `The bank read “${payee}” on check ${check.number}, which is made out to “${check.payee}”. Ask the bank for a picture of the check.`,
  }
}

/** If a shorter beginning could match, any name with the same first word would match. */
const shortestCut = 12

/** True for names with the same payee key (F9), and for names that the bank truncated. */
function isSamePayee(byBank: string, byRegister: string): boolean {
  const key = payeeKey(byBank)
  if (key !== '' && key === payeeKey(byRegister)) return true
  const [found, own] = [byBank, byRegister].map((name) =>
    toAscii(name)
      .text.toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  )
  if (found === undefined || own === undefined || found === '') return false
  return found === own || (found.length >= shortestCut && own.startsWith(found))
}
