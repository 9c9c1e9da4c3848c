import type { StatusName } from '../check-requests/lifecycle.ts'
import { listWithAnd } from '../values/lists.ts'
import { payeeKey, separateKey } from './identity.ts'
import type { PayeeState } from './lifecycle.ts'

/** The step by which a payee must be verified for requests with a purpose. */
export const verifiedNeeds = ['no', 'before approval', 'before printing'] as const
export type VerifiedNeeded = (typeof verifiedNeeds)[number]

/** The payee properties that determine whether a request can be paid. */
export interface Payee {
  readonly name: string
  readonly address: string | null
  readonly state: PayeeState
  readonly blockedReason: string | null
}

/** The payees of a request and its mailing address; null for pickup. */
export interface PaidTo {
  readonly name: string
  readonly address: string | null
}

/** The steps that a blocked payee prevents: all steps that bring a payment closer. */
const stopped = {
  approve: 'this request can’t be approved',
  print: 'this request can’t be printed',
  settle: 'its check can’t be confirmed as printed',
  sign: 'its check can’t be signed',
  'hand over': 'its check can’t be handed over or mailed',
} as const

/** The steps of a request or its check that a payee can prevent. */
export type PayingAct = keyof typeof stopped

const actsInto: Partial<Record<StatusName, PayingAct>> = {
  approved: 'approve',
  printed: 'print',
  signed: 'sign',
  closed: 'hand over',
}

/** The step that a request takes with this status, as far as its payee matters. */
export function actInto(status: StatusName): PayingAct | undefined {
  return actsInto[status]
}

/**
 * Why the payee blocks approval or printing of a request, with the remedy; undefined when it doesn't. `payee`:
 * undefined if the list has no payee with the name.
 */
export function refusalToPay(
  act: PayingAct,
  { payee, paidTo, needed }: { payee: Payee | undefined; paidTo: PaidTo; needed: VerifiedNeeded },
): string | undefined {
  if (payee?.state === 'blocked')
    return `${payee.name} is blocked: ${withoutStop(payee.blockedReason)}. Until an admin of the dealer group unblocks the payee, ${stopped[act]}.`
  const outcome = act === 'approve' ? 'approved' : 'printed'
  if (!isNeededFor(act, needed)) return undefined
  if (!payee)
    return `${paidTo.name} isn’t on the payee list. An admin of the dealer group has to add the payee, and another admin has to verify it, before this request can be ${outcome}.`
  if (payee.state === 'new')
    return `${payee.name} isn’t verified. An admin of the dealer group has to verify the payee before this request can be ${outcome}.`
  return differs(payee, paidTo)
    ? `The name or address on this request differs from the verified name or address of ${payee.name}. Send the request back to be corrected, or have the payee changed and verified, before it can be ${outcome}.`
    : undefined
}

/** Why a blocked second payee stops this step, with the remedy; undefined if the second payee isn't blocked. */
export function refusalOfSecond(act: PayingAct, second: Payee | undefined): string | undefined {
  if (second?.state !== 'blocked') return undefined
  return `The second payee, ${second.name}, is blocked: ${withoutStop(second.blockedReason)}. Until an admin of the dealer group unblocks the payee, ${stopped[act]}.`
}

/**
 * A field can name a blocked payee together with another person. That can't be distinguished from a company with such a
 * name, so it is refused until the field's own payee is verified (decision 131).
 */
export function refusalOfJoined(act: PayingAct, field: string, joined: Payee | undefined): string | undefined {
  if (joined?.state !== 'blocked') return undefined
  return `“${field}” names ${joined.name}, who is blocked: ${withoutStop(joined.blockedReason)}. Until an admin of the dealer group unblocks that payee, or verifies “${field}” as a different payee, ${stopped[act]}.`
}

/** A reason as typed, to which a sentence adds its own period. */
export function withoutStop(reason: string | null): string {
  return (reason ?? '').trimEnd().replace(/\.$/u, '')
}

// Requirements for approval also apply to printing, because payees change in between. After printing only a block
// counts.
function isNeededFor(act: PayingAct, needed: VerifiedNeeded): boolean {
  return act === 'approve' ? needed === 'before approval' : act === 'print' && needed !== 'no'
}

/** True if the request's payee name or address differs from the payee list. */
export function differs(payee: Pick<Payee, 'name' | 'address'>, { name, address }: PaidTo): boolean {
  if (payeeKey(name) !== payeeKey(payee.name)) return true
  return addressKey(address) !== '' && addressKey(address) !== addressKey(payee.address)
}

/** True for a change after which a payee must be verified again. Changed punctuation in an address doesn't count. */
export function isChanged(before: Pick<Payee, 'name' | 'address'>, after: Pick<Payee, 'name' | 'address'>): boolean {
  return before.name !== after.name || addressKey(before.address) !== addressKey(after.address)
}

/** Why nothing can be done to a merged payee; undefined for others. */
export function refusalOfMerged(payee: { readonly name: string; readonly merged_into_id: number | null }) {
  if (payee.merged_into_id === null) return undefined
  return `${payee.name} was merged into another payee and can’t be changed. Open that payee instead.`
}

/**
 * Why a payee can't be verified, blocked, or unblocked: it has the same name as the payee it counts as (F9). Undefined
 * if the names differ.
 */
export function refusalOfSame(name: string, countsAs: { readonly name: string } | undefined): string | undefined {
  if (!countsAs || separateKey(name) !== separateKey(countsAs.name)) return undefined
  return `The payees ${name} and ${countsAs.name} have the same name. Merge them.`
}

/** The refusal of a name whose key another payee has (F9), or undefined if it can be added as a separate payee. */
export function refusalOfName(name: string, taken: string, isSeparate: boolean): string | undefined {
  if (separateKey(name) === separateKey(taken)) return `There is already a payee with this name: “${taken}”.`
  if (isSeparate) return undefined
  return `“${name}” counts as the payee “${taken}”: only the legal form differs. Use that payee, or add this one as a separate payee for another admin to verify.`
}

/**
 * Why this user can't verify a payee; undefined when they can. Users who added or changed it can't, unless separation
 * of duties is off.
 */
export function refusalToVerify(
  userId: number,
  editors: readonly { readonly id: number; readonly name: string }[],
  separationOfDuties: boolean,
): string | undefined {
  if (!separationOfDuties || !editors.some(({ id }) => id === userId)) return undefined
  const names = listWithAnd(editors.map(({ name }) => name))
  return `${names} added or changed this payee, so another admin has to verify it (separation of duties).`
}

/** An address in the form used for comparison. */
export function addressKey(address: string | null): string {
  return (address ?? '')
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim()
    .toUpperCase()
}
