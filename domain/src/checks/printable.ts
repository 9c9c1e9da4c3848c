import { inRun } from '../check-requests/by-check.ts'
import { refusalByHand, requestBars } from '../check-requests/duties.ts'
import { isApproved, type RequestState, statusNamed } from '../check-requests/lifecycle.ts'
import { sentences } from '../check-requests/refusals.ts'
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
