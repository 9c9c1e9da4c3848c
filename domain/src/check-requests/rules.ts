import { z } from 'zod'
import { refusalToAct } from '../access/permissions.ts'
import { type DeliveryKind, isMailed } from '../organization/fields.ts'
import { idField, versionField } from '../values/fields.ts'
import { nameField, optionalNote } from '../values/text.ts'
import type { Actor, Refusal, RequestState } from './lifecycle.ts'
import type { RequestCheck } from './refusals.ts'

/** What a check that is printed in place of another one pays, as fields of its request. */
const paidFields: readonly string[] = ['amount', 'payee_name_1', 'payee_name_2', 'payee_join']

/**
 * Why what a request pays can no longer change, for each of these fields that would; none for what can. Once a check of
 * it was voided or stopped, the next one pays the same: payee and amount do not change by reissue (checks.md, Register).
 * `ended`: the number of that check; undefined where there is none.
 */
export function refusalsToPayOtherwise(ended: number | undefined, fields: readonly string[]): Record<string, string> {
  if (ended === undefined) return {}
  const reason = `Check ${ended} of this request was voided or stopped, and the next one pays the same payee the same amount. Raise a new request for anything else.`
  return Object.fromEntries(fields.filter((field) => paidFields.includes(field)).map((field) => [field, reason]))
}

/**
 * Why a request is not deleted; undefined when it is. Whoever looks into a check finds what it was for, and a second
 * payment is compared with it (E7). `drawn`: the number of its first check; undefined where it never had one.
 */
export function refusalToDelete(drawn: number | undefined): string | undefined {
  if (drawn === undefined) return undefined
  return `Check ${drawn} was drawn for this request, so the request is kept with it. An approver can reject it instead.`
}

/** Why this person cannot put this request on hold now; undefined when they can. */
export function refusalToHold(actor: Actor, request: RequestState): Refusal | undefined {
  const { hold } = request
  if (!hold) return refusalToAct('check-requests.hold', actor, request)
  return {
    kind: 'conflict',
    sentence: `${hold.byName} has already put this request on hold. The reason: ${hold.reason}`,
  }
}

/** Why this person cannot lift the hold on this request; undefined when they can. It takes another person (D1). */
export function refusalToLift(actor: Actor, request: RequestState): Refusal | undefined {
  const { hold, separationOfDuties } = request
  if (!hold) return { kind: 'conflict', sentence: 'This request is not on hold.' }
  if (separationOfDuties && hold.byId === actor.userId)
    return { kind: 'forbidden', sentence: 'You put this request on hold, so someone else has to lift the hold.' }
  return refusalToAct('check-requests.hold', actor, request)
}

/**
 * Body of a call by which an approver lets a check be handed to somebody although its request was approved to be mailed
 * (checks.md, Hand-over).
 */
export const divertBody = z.strictObject({
  delivery_method_id: idField('Delivery method is required'),
  delivery_method_other: optionalNote(),
  reason: nameField('Say why this check is not mailed.', 500),
  version: versionField,
})
export type DivertInput = z.output<typeof divertBody>

/** Does the check end up in somebody's hands by this, instead of in the mail? */
export function divertsCheck(from: DeliveryKind, to: DeliveryKind): boolean {
  return isMailed(from) && !isMailed(to)
}

/** Why a processor cannot choose this delivery for a check of a bank account; undefined when they can. */
export function refusalToChoose(
  check: Pick<RequestCheck, 'exists'> | undefined,
  from: DeliveryKind,
  to: DeliveryKind,
): string | undefined {
  if (!check?.exists || !divertsCheck(from, to)) return undefined
  return 'This request was approved to be mailed. An approver has to say on its page that its check is handed to somebody, and why.'
}

/** Why an approver has nothing to say about the delivery of a request; undefined when they have. */
export function refusalToDivert(
  check: Pick<RequestCheck, 'draws' | 'exists'> | undefined,
  from: DeliveryKind,
): string | undefined {
  if (!check) return 'No bank account is set up for this request: processors change its delivery once it is ready.'
  if (!isMailed(from))
    return 'The check of this request is not mailed: processors change its delivery once it is ready.'
  return undefined
}
