import { type CheckState, refusalAt } from '../../checks/lifecycle.ts'
import { type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '../../values/money.ts'
import { toAscii } from '../file-text.ts'
import type { ClearedLine } from './lines.ts'

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
  /** The day the check was handed over or mailed; null before that. */
  readonly issuedOn: CalendarDate | null
  /** The day the bank paid the check; null before that. */
  readonly clearedOn: CalendarDate | null
  /** The last day of the stop payment; null if the check is not stopped. */
  readonly stoppedUntil: CalendarDate | null
}

/** The possible problems with a paid check, most serious first. */
export const exceptionKinds = [
  'unknown number',
  'out of sequence',
  'cleared twice',
  'voided or stopped but paid',
  'paid before it was issued',
  'amount differs',
  'payee differs',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** A bank line for a user to review. `kind`: the most serious problem; `sentence`: all problems. */
export interface ClearingException<Check extends RegisterCheck = RegisterCheck> {
  readonly line: ClearedLine
  readonly check: Check | null
  readonly kind: ExceptionKind
  readonly sentence: string
}

/** Each line of a file exactly once: matched with a check, an exception, or repeated from an earlier file. */
export interface ClearingMatch<Check extends RegisterCheck = RegisterCheck> {
  readonly matched: readonly { readonly line: ClearedLine; readonly check: Check }[]
  readonly exceptions: readonly ClearingException<Check>[]
  readonly repeated: readonly ClearedLine[]
}

/** The data that lines are compared with. */
export interface MatchedWith<Check extends RegisterCheck> {
  /** The account's checks, one for each number. Must include at least those whose numbers are in the file. */
  readonly checks: Iterable<Check>
  /** The account's smallest number in the register; null if there is none. */
  readonly firstNumber: number | null
  /** Fingerprints of lines saved earlier. Must include at least those with dates in the file. */
  readonly seen: ReadonlySet<string>
}

interface Finding {
  readonly kind: ExceptionKind
  readonly sentence: string
}

/**
 * Compares bank lines with an account's register. Each check is matched with at most one line: the first line that is
 * correct, so an altered copy can't take its place. The check's other lines count as cleared twice.
 */
export function matchClearedLines<Check extends RegisterCheck>(
  lines: readonly ClearedLine[],
  { checks, firstNumber, seen }: MatchedWith<Check>,
): ClearingMatch<Check> {
  const byNumber = new Map([...checks].map((check) => [check.number, check]))
  const fresh = lines.filter(({ fingerprint }) => !seen.has(fingerprint))
  const compared = fresh.map((line) => {
    const check = line.number === null ? undefined : byNumber.get(line.number)
    return { line, check, findings: check ? compare(line, check) : [strangerFinding(line, firstNumber)] }
  })
  const payments = paymentsOf(compared)
  const matched: { line: ClearedLine; check: Check }[] = []
  const exceptions: ClearingException<Check>[] = []
  for (const { line, check, findings } of compared) {
    const payment = check && payments.get(check.number)
    const all = payment && payment !== line ? [...findings, againFinding(line, payment)] : findings
    const [kind] = exceptionKinds.filter((one) => all.some((finding) => finding.kind === one))
    if (kind) exceptions.push({ line, check: check ?? null, kind, sentence: all.map((one) => one.sentence).join(' ') })
    else if (check) matched.push({ line, check })
  }
  return { matched, exceptions, repeated: lines.filter(({ fingerprint }) => seen.has(fingerprint)) }
}

interface Compared {
  readonly line: ClearedLine
  readonly check: RegisterCheck | undefined
  readonly findings: readonly Finding[]
}

/** The line that pays each check, by check number; other lines are repeated payments. */
function paymentsOf(compared: readonly Compared[]): Map<number, ClearedLine> {
  const payments = new Map<number, ClearedLine>()
  const clean = compared.filter(({ findings }) => findings.length === 0)
  for (const { line, check } of [...clean, ...compared])
    if (check && !payments.has(check.number)) payments.set(check.number, line)
  return payments
}

function compare(line: ClearedLine, check: RegisterCheck): Finding[] {
  const findings = [stateFinding(line, check), amountFinding(line, check), payeeFinding(line, check)]
  return findings.filter((finding) => finding !== undefined)
}

function strangerFinding({ number }: ClearedLine, firstNumber: number | null): Finding {
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
      sentence: `${name} has not been handed over yet, but the bank has paid it. Find the paper check now.`,
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
  const hint = isSame ? 'This might be the same payment from a file in another format.' : 'Tell the bank today.'
  return { kind: 'cleared twice', sentence: `Check ${number} was already paid ${before}. ${hint}` }
}

function againFinding({ number, line }: ClearedLine, payment: ClearedLine): Finding {
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

/** True for names that differ only in letter case, accents, and punctuation, or that the bank truncated. */
function isSamePayee(byBank: string, byRegister: string): boolean {
  const [found, own] = [byBank, byRegister].map((name) =>
    toAscii(name)
      .text.toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  )
  if (found === undefined || own === undefined || found === '') return false
  return found === own || (found.length >= shortestCut && own.startsWith(found))
}

/** A bank payment with a problem, and its check; the check is null if it isn't in the register. */
export interface DoubtfulPayment {
  readonly kind: ExceptionKind
  readonly check: { readonly number: number; readonly state: CheckState } | null
}

/** Exceptions that mean that the bank paid this check, but not as issued. */
const paidAfterAll: readonly ExceptionKind[] = ['amount differs', 'payee differs', 'paid before it was issued']

/**
 * Why a payment can't be accepted as the payment of its check, which would clear it (decision 104); undefined when it
 * can. Money paid for a void check, or twice, must be recovered from the bank and clears nothing.
 */
export function refusalToLetStand({ kind, check }: DoubtfulPayment): string | undefined {
  if (check === null || !paidAfterAll.includes(kind))
    return 'A payment can be accepted only if its amount or payee differs from the check’s, or if it was paid before the check was handed over.'
  return refusalAt('clear', check)
}
