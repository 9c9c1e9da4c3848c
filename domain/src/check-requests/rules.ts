import { refusalToAct } from '../access/permissions.ts'
import type { Actor, Refusal, RequestState } from './lifecycle.ts'

/** The request fields that a replacement check must leave unchanged. */
const paidFields: readonly string[] = ['amount', 'payee_name_1', 'payee_name_2', 'payee_join']

/**
 * A message for each changed field that can no longer change. After a check of the request was voided or stopped, its
 * replacement must have the same payee and amount (checks.md, Register). `ended`: the number of the voided or stopped
 * check; undefined if there is no such check.
 */
export function refusalsToPayOtherwise(ended: number | undefined, fields: readonly string[]): Record<string, string> {
  if (ended === undefined) return {}
  const reason = `Check ${ended} of this request was voided or stopped, and its replacement must have the same payee and amount. Raise a new request for anything else.`
  return Object.fromEntries(fields.filter((field) => paidFields.includes(field)).map((field) => [field, reason]))
}

/**
 * Why a request can't be deleted; undefined when it can. A request with a check is kept to document the check and to
 * detect duplicate payments (E7). `drawn`: the number of the request's first check; undefined if there never was one.
 */
export function refusalToDelete(drawn: number | undefined): string | undefined {
  if (drawn === undefined) return undefined
  return `This request can’t be deleted because check ${drawn} was drawn for it. An approver can reject the request instead.`
}

/** Why this user can't put this request on hold now; undefined when they can. */
export function refusalToHold(actor: Actor, request: RequestState): Refusal | undefined {
  const { hold } = request
  if (!hold) return refusalToAct('check-requests.hold', actor, request)
  return {
    kind: 'conflict',
    sentence: `${hold.byName} has already put this request on hold. The reason: ${hold.reason}`,
  }
}

/** Why this user can't lift the hold on this request; undefined when they can. Another user must lift it (D1). */
export function refusalToLift(actor: Actor, request: RequestState): Refusal | undefined {
  const { hold, separationOfDuties } = request
  if (!hold)
    return { kind: 'conflict', sentence: 'This request is no longer on hold. Reload the page to see its status.' }
  if (separationOfDuties && hold.byId === actor.userId)
    return { kind: 'forbidden', sentence: 'You put this request on hold, so someone else has to lift the hold.' }
  return refusalToAct('check-requests.hold', actor, request)
}
