import { type CheckState, refusalAt } from '../../checks/lifecycle.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import {
  againFinding,
  compare,
  type ExceptionKind,
  exceptionKinds,
  type Finding,
  pairFinding,
  type RegisterCheck,
  strangerFinding,
} from './findings.ts'
import { type ClearedLine, isLeftOut, isTakenBack, signedCents } from './lines.ts'

/** A bank line for a user to review. `kind`: the most serious problem; `sentence`: all problems. */
export interface ClearingException<Check extends RegisterCheck = RegisterCheck> {
  readonly line: ClearedLine
  readonly check: Check | null
  readonly kind: ExceptionKind
  readonly sentence: string
}

/**
 * Each line of a file exactly once: matched with a check, an exception, taken back in the same file, repeated from an
 * earlier file, or not ours.
 */
export interface ClearingMatch<Check extends RegisterCheck = RegisterCheck> {
  readonly matched: readonly { readonly line: ClearedLine; readonly check: Check }[]
  readonly exceptions: readonly ClearingException<Check>[]
  /** Payments that the file takes back later. The exceptions of their reversals name them. */
  readonly takenBack: readonly ClearedLine[]
  readonly repeated: readonly ClearedLine[]
  /**
   * Lines that the bank doesn't call checks and whose number the register doesn't have. Lines whose words suggest
   * something else aren't among them, because the file counts them as left out.
   */
  readonly notOurs: readonly ClearedLine[]
}

/** The data that lines are compared with. */
export interface MatchedWith<Check extends RegisterCheck> {
  /** The account's checks, one for each number. Must include at least those whose numbers are in the file. */
  readonly checks: Iterable<Check>
  /** The account's smallest number in the register; null if there is none. */
  readonly firstNumber: number | null
  /** Fingerprints of lines saved earlier. Must include at least those with dates in the file. */
  readonly seen: ReadonlySet<string>
  /** How many lines with this `paymentKey` were saved earlier from files in other formats. */
  readonly elsewhere?: ReadonlyMap<string, number>
  /** Today at the account's location. */
  readonly today?: CalendarDate
}

/** The payment as every format tells it: number, amount, and day. */
export function paymentKey(number: number | null, cents: Cents, date: CalendarDate): string {
  return `${number}|${cents}|${date}`
}

/**
 * Compares bank lines with an account's register. Each check is matched with at most one line: the first line that is
 * correct and that the bank didn't take back, so an altered copy can't take its place. The check's other lines count as
 * cleared twice.
 */
export function matchClearedLines<Check extends RegisterCheck>(
  lines: readonly ClearedLine[],
  register: MatchedWith<Check>,
): ClearingMatch<Check> {
  const byNumber = new Map([...register.checks].map((check) => [check.number, check]))
  const { fresh, repeated } = separateKnown(lines, register)
  const compared = fresh.map((line) => {
    const check = line.number === null ? undefined : byNumber.get(line.number)
    const findings = check ? compare(line, check, register.today) : [strangerFinding(line, register.firstNumber)]
    return { line, check, findings }
  })
  const pairs = pairsOf(compared)
  const payments = paymentsOf(compared, pairs)
  const paymentOf = ({ check }: Compared) => check && payments.get(check.number)
  const {
    notOurs = [],
    takenBack = [],
    judged = [],
  } = Object.groupBy(compared, (one) => {
    if (isStranger(one, paymentOf(one), pairs.has(one.line))) return 'notOurs'
    return pairs.has(one.line) && !isTakenBack(one.line) ? 'takenBack' : 'judged'
  })
  const paidOn = new Map<ClearedLine | undefined, Compared>(takenBack.map((one) => [one.line, one]))
  const matched: { line: ClearedLine; check: Check }[] = []
  const exceptions: ClearingException<Check>[] = []
  for (const one of judged) {
    const { line, check } = one
    const payment = paidOn.get(pairs.get(line))
    const more = payment ? [pairFinding(payment.line), ...payment.findings] : againFindings(line, paymentOf(one))
    const findings = [...one.findings, ...more]
    const kind = kindOf(line, findings)
    const sentence = findings.map((finding) => finding.sentence).join(' ')
    if (kind) exceptions.push({ line, check: check ?? null, kind, sentence })
    else if (check) matched.push({ line, check })
  }
  const linesOf = (list: readonly Compared[]) => list.map(({ line }) => line)
  return {
    matched,
    exceptions,
    takenBack: linesOf(takenBack),
    repeated,
    notOurs: linesOf(notOurs).filter(({ is }) => !isLeftOut(is)),
  }
}

function againFindings(line: ClearedLine, payment: ClearedLine | undefined): Finding[] {
  return payment && payment !== line && !isTakenBack(line) ? [againFinding(line, payment)] : []
}

/** The most serious kind of these findings; undefined if there are none. */
function kindOf(line: ClearedLine, findings: readonly Finding[]): ExceptionKind | undefined {
  if (isTakenBack(line)) return 'taken back by the bank'
  return exceptionKinds.find((name) => findings.some(({ kind }) => kind === name))
}

/** Separates the lines saved from an earlier file, of the same format or of another. */
function separateKnown(lines: readonly ClearedLine[], { seen, elsewhere = new Map() }: MatchedWith<RegisterCheck>) {
  const left = new Map(elsewhere)
  const isKnown = (line: ClearedLine) => {
    if (seen.has(line.fingerprint)) return true
    if (line.number === null) return false
    const key = paymentKey(line.number, signedCents(line), line.date)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  }
  const { known = [], fresh = [] } = Object.groupBy(lines, (line) => (isKnown(line) ? 'known' : 'fresh'))
  return { repeated: known, fresh }
}

/**
 * True for a line that the bank doesn't call a check, and that isn't about a check in the register: its number is
 * unknown, its amount is that of something else, or it takes back a payment that the bank never made.
 */
function isStranger({ line, check }: Compared, payment: ClearedLine | undefined, isPair: boolean): boolean {
  if (line.is === undefined || line.is === 'check' || line.is === 'reversal') return false
  if (!check) return true
  const isPaidAmount = isTakenBack(line) && line.amountCents === check.paidCents
  const isOwnAmount = line.amountCents === check.amountCents || isPaidAmount
  if (line.is === 'other') return !isOwnAmount || check.state !== 'issued' || payment !== line
  if (line.is === 'returned') return !isPair && !(isOwnAmount && check.state === 'cleared')
  if (isOwnAmount) return false
  return line.is === 'credit' || payment !== line || check.state !== 'issued'
}

interface Compared {
  readonly line: ClearedLine
  readonly check: RegisterCheck | undefined
  readonly findings: readonly Finding[]
}

/** The line that pays each check, by check number; other lines are repeated payments. */
function paymentsOf(
  compared: readonly Compared[],
  back: ReadonlyMap<ClearedLine, ClearedLine>,
): Map<number, ClearedLine> {
  const payments = new Map<number, ClearedLine>()
  const paid = compared.filter(({ line }) => !isTakenBack(line) && !back.has(line))
  const typed = paid.filter(({ line }) => line.is !== 'number' && line.is !== 'other')
  const clean = paid.filter(({ findings }) => findings.length === 0)
  for (const { line, check } of [...clean, ...typed, ...paid])
    if (check && !payments.has(check.number)) payments.set(check.number, line)
  return payments
}

/** The lines of payments that this file takes back later, and of the reversals that do. */
function pairsOf(compared: readonly Compared[]): Map<ClearedLine, ClearedLine> {
  const pairs = new Map<ClearedLine, ClearedLine>()
  const backs = compared.filter(({ line, check }) => isTakenBack(line) && check)
  if (backs.length === 0) return pairs
  const byNumber = Map.groupBy(compared, ({ line }) => line.number)
  for (const { line: back } of backs) {
    const paid = (byNumber.get(back.number) ?? []).find(
      ({ line }) =>
        !isTakenBack(line) && !pairs.has(line) && line.amountCents === back.amountCents && line.date <= back.date,
    )
    if (!paid) continue
    pairs.set(paid.line, back)
    pairs.set(back, paid.line)
  }
  return pairs
}

/** A bank payment with a problem, and its check; the check is null if it isn't in the register. */
export interface DoubtfulPayment {
  readonly kind: ExceptionKind
  /** True if the bank took a payment back, so that accepting it makes the check outstanding again. */
  readonly isTakenBack: boolean
  /** True if an earlier exception about a reversal of this check is open. */
  readonly hasEarlierReversal?: boolean
  /** True if the bank paid on a day that is still to come. */
  readonly isFuture?: boolean
  /** True if an earlier clearing of the check was undone, so that a second payment can be that of the check. */
  readonly wasUndone?: boolean
  /** True if the bank took back every payment of this number and amount. */
  readonly wasReversed?: boolean
  readonly check: { readonly number: number; readonly state: CheckState } | null
}

/** Exceptions that mean that the bank paid this check, but not as issued. */
const paidAfterAll: readonly ExceptionKind[] = [
  'amount differs',
  'payee differs',
  'paid before it was issued',
  'clearing undone',
]

/**
 * Why a payment can't be accepted as the payment of its check, which would clear it, or a reversal as that of its
 * payment, which would make the check outstanding (decisions 104, 168); undefined when it can. Money paid for a void
 * check, or twice, must be recovered from the bank and clears nothing.
 */
export function refusalToLetStand(payment: DoubtfulPayment): string | undefined {
  const { kind, isTakenBack, isFuture, hasEarlierReversal, wasUndone, wasReversed, check } = payment
  if (check && isTakenBack && hasEarlierReversal)
    return `Another reversal of check ${check.number} is open. Resolve it first.`
  if (isTakenBack) return check === null ? 'The register doesn’t have this check.' : refusalAt('un-clear', check)
  if (check && wasReversed)
    return `The bank took this payment of check ${check.number} back, so it can’t be accepted as paid. Resolve the exception with a note.`
  const isPaidAgain = kind === 'cleared twice' && wasUndone
  const hasCome = kind === 'paid on a future day' && isFuture === false
  if (check !== null && kind === 'paid on a future day' && !hasCome)
    return 'The bank’s day is in the future. Accept the payment once that day has come, if the bank confirms it.'
  if (check === null || !(isPaidAgain || hasCome || paidAfterAll.includes(kind)))
    return 'A payment can be accepted only if its amount or payee differs from the check’s, or if it was paid before the check was handed over.'
  return refusalAt('clear', check)
}
