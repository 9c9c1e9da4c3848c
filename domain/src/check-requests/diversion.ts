import { z } from 'zod'
import { type DeliveryKind, isMailed } from '../organization/fields.ts'
import { idField, versionField } from '../values/fields.ts'
import { nameField, optionalNote } from '../values/text.ts'
import type { RequestCheck } from './refusals.ts'

/**
 * Body of a call by which an approver allows a check to be handed over although its request was approved for mailing
 * (checks.md, Handing checks over).
 */
export const divertBody = z.strictObject({
  delivery_method_id: idField('Delivery method is required'),
  delivery_method_other: optionalNote(),
  reason: nameField('Enter the reason for not mailing this check.', 500),
  version: versionField,
})
export type DivertInput = z.output<typeof divertBody>

/** True for a change from mailing to handover. */
export function divertsCheck(from: DeliveryKind, to: DeliveryKind): boolean {
  return isMailed(from) && !isMailed(to)
}

/** Why a processor can't choose this delivery for a check drawn on a bank account; undefined when they can. */
export function refusalToChoose(
  check: Pick<RequestCheck, 'exists'> | undefined,
  from: DeliveryKind,
  to: DeliveryKind,
): string | undefined {
  if (!check?.exists || !divertsCheck(from, to)) return undefined
  return 'This request was approved for mailing. Before its check can be handed over, an approver must allow the handover on the request page and give a reason.'
}

/** Why an approver can't allow handover for a request; undefined when they can. */
export function refusalToDivert(
  check: Pick<RequestCheck, 'draws' | 'exists'> | undefined,
  from: DeliveryKind,
): string | undefined {
  if (!check) return 'No bank account is set up for this request. Processors can change its delivery once it is ready.'
  if (!isMailed(from))
    return 'This request’s check isn’t to be mailed. Processors can change its delivery once it is ready.'
  return undefined
}
