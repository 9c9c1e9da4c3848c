import { refusalByHand, requestBars } from '../check-requests/duties.ts'
import { isApproved, type RequestState, statusNamed } from '../check-requests/lifecycle.ts'
import { inRun, sentences } from '../check-requests/refusals.ts'
import { type Cents, centsToDollars, formatDollars } from '../values/money.ts'

/** A request whose check is about to be printed. */
export interface PrintableRequest extends RequestState {
  readonly amount: Cents
  /** Its dealership draws on the account. */
  readonly drawsOnIt: boolean
}

/** The account on which it is printed. `limitPerCheck`: null where there is none. */
export interface PrintingAccount {
  readonly name: string
  readonly limitPerCheck: Cents | null
}

/** Why this person cannot have the check of this request printed on this account; undefined when nothing is in the way. */
export function refusalToPrint(
  userId: number,
  account: PrintingAccount,
  { status, hold, check, hands, separationOfDuties, amount, drawsOnIt }: PrintableRequest,
): string | undefined {
  if (!isApproved(status))
    return `It is ${statusNamed(status).badge} now. Only a request that is Approved can be printed.`
  if (!drawsOnIt) return `Its dealership does not draw on the account ${account.name}.`
  if (hold) return sentences.onHold(hold)
  if (check?.isInRun) return inRun
  return refusalByHand(requestBars.print, userId, { hands, separationOfDuties }) ?? refusalAboveLimit(amount, account)
}

/** Why no check of this amount can be on this account, drawn here or before; undefined when it can. Amounts in cents. */
export function refusalAboveLimit(amount: Cents, { name, limitPerCheck }: PrintingAccount): string | undefined {
  if (limitPerCheck === null || amount <= limitPerCheck) return undefined
  return `It is above ${formatDollars(centsToDollars(limitPerCheck))}, the limit of one check on the account ${name}.`
}

/** More numbers than this are not skipped at once: the paper in the tray would be another box. */
const mostSkipped = 500

/** Why a sequence cannot go on at a number; undefined when it can. `next`: the number that comes next in it. */
export function refusalToSkip(next: number, first: number): string | undefined {
  if (first < next) return `Number ${first} is behind the account, whose next number is ${next}.`
  if (first - next <= mostSkipped) return undefined
  return `Between ${next} and ${first} are more than ${mostSkipped} numbers. Compare the paper with the account.`
}

/** The numbers that are passed where a sequence goes on at a higher one: each is kept as spoiled (checks.md, Printing). */
export function skippedNumbers(next: number, first: number): number[] {
  return Array.from({ length: Math.max(0, first - next) }, (_, index) => next + index)
}

/** A print run whose numbers somebody wants to give back. */
interface ReleasableRun {
  /** Somebody has asked for its file. */
  readonly isFetched: boolean
  /** No number after those of the run was taken. */
  readonly isLast: boolean
}

/** Why the numbers of a run cannot be given back; undefined when no paper can bear them, and the sequence can go back. */
export function refusalToRelease({ isFetched, isLast }: ReleasableRun): string | undefined {
  if (isFetched)
    return 'The file of this run was opened, so its numbers may be on paper. Tick the sheets as spoiled instead.'
  return isLast ? undefined : 'Numbers after those of this run are taken already. Tick the sheets as spoiled instead.'
}
