import { refusalToChoose } from '@check-requests/domain/check-requests/diversion.ts'
import { type DeliveryMethod, isMailed } from '@check-requests/domain/organization/fields.ts'
import { findDeliveryMethod } from '../../organization/queries/choices.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Tx } from '../../tables.ts'
import { type FoundRequest, stateOf } from '../queries/detail/find.ts'

/** The delivery method that somebody has chosen; throws when there is none. */
export async function demandMethod(trx: Tx, id: number) {
  const method = await findDeliveryMethod(trx, id)
  if (!method) throw invalidFields({ delivery_method_id: 'Delivery method is required' })
  return method
}

/** The method that a processor chooses, and what becomes of a diversion; refuses what an approver has to say first. */
export async function chooseMethod(trx: Tx, request: FoundRequest, id: number) {
  const method = await demandMethod(trx, id)
  const before = await demandMethod(trx, request.delivery_method_id)
  const refusal = refusalToChoose(stateOf(request).check, before.kind, method.kind)
  if (refusal) throw new Failure('CONFLICT', refusal)
  return { method, diversion: divertedBy(request, method) }
}

/** A check that is mailed after all is diverted by nobody. */
function divertedBy({ diverted_by_id }: FoundRequest, { kind }: Pick<DeliveryMethod, 'kind'>) {
  return diverted_by_id !== null && isMailed(kind) ? { diverted_by_id: null } : {}
}
