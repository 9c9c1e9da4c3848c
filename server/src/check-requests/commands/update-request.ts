import { mayRole, refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { type DeliveryInput, deliveryBody, editBody } from '@check-requests/domain/check-requests/fields.ts'
import { missingOther } from '@check-requests/domain/check-requests/other-texts.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, refuseMissing } from '../../platform/errors.ts'
import { parse } from '../../platform/validation.ts'
import type { Services } from '../../services.ts'
import { stateOf } from '../queries/detail/find.ts'
import { applyChange, changedRequest, type SavedRequest } from './apply-change.ts'
import { chooseMethod } from './demand-method.ts'
import { fieldChanges } from './field-changes.ts'
import { loadForChange, refuse, whileVisible } from './refuse.ts'
import { resubmitRequest } from './resubmit.ts'

/** A request after an update, and what was updated. */
export interface UpdatedRequest {
  readonly updated: 'content' | 'delivery'
  readonly request: SavedRequest
}

/**
 * Updates what the caller's role may update: the delivery details of a ready check (R151, R177), or the content of a
 * request that was sent back (A14). Each has its own strict schema and is refused at any other status.
 */
export async function updateRequest(
  services: Services,
  command: Command,
  id: number,
  body: unknown,
): Promise<UpdatedRequest> {
  const { role } = command.caller
  if (mayRole(role, 'check-requests.update-delivery')) {
    const request = await updateDelivery(services, command, id, parse(deliveryBody, body))
    return { updated: 'delivery', request }
  }
  if (mayRole(role, 'check-requests.edit')) {
    const request = await resubmitRequest(services, command, id, parse(editBody, body))
    return { updated: 'content', request }
  }
  throw new Failure('FORBIDDEN', 'Your role does not allow this.')
}

/** Changes how a ready check is handed over (R151, R177). */
async function updateDelivery(
  services: Services,
  command: Command,
  id: number,
  input: DeliveryInput,
): Promise<SavedRequest> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, input.version)
    refuse(refusalToAct('check-requests.update-delivery', caller, stateOf(request)))
    const { method, diversion } = await chooseMethod(unit.trx, request, input.delivery_method_id)
    refuseMissing(missingOther({ delivery: method.kind }, input))
    const mailed = isMailed(method.kind)
    const values = {
      delivery_method_id: method.id,
      mailing_method: mailed ? input.mailing_method : null,
      tracking_number: mailed ? input.tracking_number : null,
      delivery_method_other: mailed ? null : input.delivery_method_other,
    }
    const event = { name: 'delivery', changes: fieldChanges({ ...request }, values) } as const
    await applyChange(unit, caller, request, { values: { ...values, ...diversion }, event })
    return changedRequest(request)
  })
}
