import { refusalByHand, requestBars } from '../check-requests/duties.ts'
import { isApproved, type RequestState, statusNamed } from '../check-requests/lifecycle.ts'
import { inRun, sentences } from '../check-requests/refusals.ts'
import { type Cents, centsToDollars, formatDollars } from '../values/money.ts'
import { fold } from '../values/searched-text.ts'
import type { CreateRunInput } from './fields.ts'
import { largestInWords } from './front.ts'

/** A request whose check is about to be printed. */
export interface PrintableRequest extends RequestState {
  readonly amount: Cents
  /** True if the request's dealership draws on the account. */
  readonly drawsOnIt: boolean
}

/** The account of the check. `limitPerCheck`: null if there is none. */
export interface PrintingAccount {
  readonly name: string
  readonly limitPerCheck: Cents | null
}

/** Why this user can't print this request's check on this account; undefined when they can. */
export function refusalToPrint(
  userId: number,
  account: PrintingAccount,
  { status, hold, check, hands, separationOfDuties, amount, drawsOnIt }: PrintableRequest,
): string | undefined {
  if (!isApproved(status))
    return `This request is ${statusNamed(status).badge}. Only checks for Approved requests can be printed.`
  if (!drawsOnIt) return `The request’s dealership doesn’t draw on the account “${account.name}”.`
  if (hold) return sentences.onHold(hold)
  if (check?.isInRun) return inRun
  return refusalByHand(requestBars.print, userId, { hands, separationOfDuties }) ?? refusalAboveLimit(amount, account)
}

/**
 * Why a check of this amount exceeds the account's limit, for printed and prior checks; undefined when it doesn't.
 * Amounts in cents.
 */
export function refusalAboveLimit(amount: Cents, { name, limitPerCheck }: PrintingAccount): string | undefined {
  if (limitPerCheck === null || amount <= limitPerCheck) return undefined
  return `The amount is above ${formatDollars(centsToDollars(limitPerCheck))}, the limit per check on the account “${name}”.`
}

/** The requests of each check of a run, in the order in which they were chosen. Most checks pay one request. */
export function paymentsIn({
  check_request_ids: chosen,
  combine,
}: Pick<CreateRunInput, 'check_request_ids' | 'combine'>): (readonly number[])[] {
  const listOf = new Map(combine.flatMap((list) => list.map((id) => [id, list] as const)))
  return [...new Set([...chosen.map((id) => listOf.get(id) ?? [id]), ...combine])].map((list) => [...list])
}

/** What decides whether requests can share a check. `address`: the printed lines. */
export interface CombinableRequest {
  readonly number: string
  readonly payees: readonly string[]
  readonly joinedBy: string
  /** The payee in the payee list; null without the list. */
  readonly payeeId: number | null
  readonly address: readonly string[]
  readonly deliveryMethodId: number
}

// biome-ignore format: a table, one row each
const sameOnOneCheck: readonly (readonly [what: string, of: (request: CombinableRequest) => string])[] = [
  ['payees', ({ payees, joinedBy, payeeId }) => JSON.stringify([payees.map(fold), payees.length > 1 && joinedBy, payeeId])],
  ['mailing addresses', ({ address }) => JSON.stringify(address.map(fold))],
  ['delivery methods', ({ deliveryMethodId }) => String(deliveryMethodId)],
]

/** Equal for requests that can share a check. */
export function combineKey(request: CombinableRequest): string {
  return JSON.stringify(sameOnOneCheck.map(([, of]) => of(request)))
}

/** Why requests can't share one check; undefined when they can. */
export function refusalToCombine(requests: readonly CombinableRequest[]): string | undefined {
  const [first, ...others] = requests
  for (const [what, of] of sameOnOneCheck) {
    const other = others.find((request) => first && of(request) !== of(first))
    if (first && other) return `${first.number} and ${other.number} can’t share a check: their ${what} are different.`
  }
  return undefined
}

/** Why a check can't be written for the sum of several requests, in cents; undefined when it can. */
export function refusalOfSum(sum: Cents, account: PrintingAccount): string | undefined {
  if (sum > largestInWords)
    return `Together, they are above ${formatDollars(centsToDollars(largestInWords))}, the largest amount on a check.`
  return refusalAboveLimit(sum, account)
}

/** The maximum number of numbers skipped at once; a larger gap means that the wrong box is in the tray. */
const mostSkipped = 500

/** Why a sequence can't continue at a number; undefined when it can. `next`: the sequence's next number. */
export function refusalToSkip(next: number, first: number): string | undefined {
  if (first < next) return `Number ${first} is lower than the account’s next number, ${next}.`
  if (first - next <= mostSkipped) return undefined
  return `There are more than ${mostSkipped} numbers between ${next} and ${first}. Compare the number on the paper with the account’s next number.`
}

/** The numbers skipped when a sequence continues at a higher one; each is recorded as spoiled (checks.md, Printing). */
export function skippedNumbers(next: number, first: number): number[] {
  return Array.from({ length: Math.max(0, first - next) }, (_, index) => next + index)
}

/** A print run whose numbers a user wants to release. */
interface ReleasableRun {
  /** True if the run's file was requested. */
  readonly isFetched: boolean
  /** True if no later number was taken. */
  readonly isLast: boolean
}

/** Why a run's numbers can't be released; undefined when they can't be on paper and the sequence can go back. */
export function refusalToRelease({ isFetched, isLast }: ReleasableRun): string | undefined {
  if (isFetched)
    return 'The file of this run was opened, so its numbers might be on paper. Mark the sheets as spoiled instead.'
  return isLast ? undefined : 'Numbers after this run’s numbers are already in use. Mark the sheets as spoiled instead.'
}
