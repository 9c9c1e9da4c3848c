import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import type { DeliveryInput } from '@check-requests/domain/check-requests/fields.ts'
import { isMailed } from '@check-requests/domain/organisation/fields.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { stateOf } from '../queries/detail/find.ts'
import { findDeliveryMethod } from '../queries/write/choices.ts'
import { updateRequest } from '../queries/write/store.ts'
import type { Created } from './create.ts'
import { auditRequest, type Command, fieldChanges, requestChanged, writeHistory } from './record.ts'
import { changedMeanwhile, loadForChange, refuse } from './refuse.ts'

/** Changes how a ready check is handed over (R151, R177). */
export async function updateDelivery(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: DeliveryInput,
): Promise<Created> {
  const now = services.clock()
  return commit(services, repeatable, async (trx, changed) => {
    const request = await loadForChange(trx, caller, id, input.version)
    refuse(
      refusalToAct('check-requests.update-delivery', { userId: caller.userId, role: caller.role }, stateOf(request)),
    )
    const method = await findDeliveryMethod(trx, input.delivery_method_id)
    if (!method) throw invalidFields({ delivery_method_id: 'Delivery method is required' })
    const mailed = isMailed(method.kind)
    const values = {
      delivery_method_id: method.id,
      mailing_method: mailed ? input.mailing_method : null,
      tracking_number: mailed ? input.tracking_number : null,
      delivery_method_other: mailed ? null : input.delivery_method_other,
    }
    const changes = fieldChanges({ ...request }, values)
    const expected = { id, statusId: request.status_id, version: request.version }
    if (!(await updateRequest(trx, expected, { ...values, updated_at: moment(now) })))
      throw await changedMeanwhile(trx, id)
    await writeHistory(trx, caller, { requestId: id, action: 'delivery', statusId: request.status_id, changes }, now)
    await auditRequest(trx, caller, request, { action: 'check-request.update-delivery', after: values }, now)
    changed(requestChanged(request))
    return { id, request_number: request.request_number, version: request.version + 1 }
  })
}
