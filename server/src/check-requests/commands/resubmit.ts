import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { matchKeys } from '@check-requests/domain/check-requests/duplicates.ts'
import type { EditInput } from '@check-requests/domain/check-requests/fields.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { findPerson } from '../../users/queries/people.ts'
import { updateMatchKeys } from '../queries/detail/duplicates.ts'
import { stateOf } from '../queries/detail/find.ts'
import { updateRequest, updateSearchTexts } from '../queries/write/store.ts'
import { settleContent } from './content.ts'
import { admitPlace, type Created, placeOf, refuseInactive } from './create.ts'
import { auditRequest, type Command, fieldChanges, requestChanged, writeHistory } from './record.ts'
import { changedMeanwhile, loadForChange, refuse } from './refuse.ts'

const decisive = ['amount', 'payee_name_1', 'payee_name_2', 'payee_type', 'payee_sub_type']

/** Edits a sent-back request and sends it in again (A14). Its number stays; whoever edits payee or amount cannot decide (D1). */
export async function resubmitRequest(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: EditInput,
): Promise<Created> {
  const now = services.clock()
  return commit(services, repeatable, async (trx, changed) => {
    const request = await loadForChange(trx, caller, id, input.version)
    refuse(refusalToAct('check-requests.edit', { userId: caller.userId, role: caller.role }, stateOf(request)))
    checkUnchangeable(input, request)
    const place = placeOf(input)
    const requester = (await findPerson(trx, request.requester_id)) ?? caller
    const codes = await admitPlace(trx, caller, requester, place)
    if (place.dealershipId !== request.dealership_id) refuseInactive(codes)
    const content = await settleContent(trx, input, now, request.due_date)
    const values = { ...content.values, dealership_id: place.dealershipId, department_id: place.departmentId }
    const changes = fieldChanges({ ...request }, values)
    const isDecisive = changes.some(({ field }) => decisive.includes(field))
    const expected = { id, statusId: request.status_id, version: request.version }
    const at = moment(now)
    const moved = {
      status_id: 1,
      status_changed_at: at,
      updated_at: at,
      ...(isDecisive && { last_editor_id: caller.userId }),
    }
    if (!(await updateRequest(trx, expected, { ...values, ...moved }))) throw await changedMeanwhile(trx, id)
    await updateSearchTexts(trx, id, content.searched)
    await updateMatchKeys(trx, id, matchKeys(values))
    await writeHistory(trx, caller, { requestId: id, action: 'resubmitted', statusId: 1, changes }, now)
    await auditRequest(trx, caller, request, { action: 'check-request.resubmit', after: { ...values, ...moved } }, now)
    changed(requestChanged(request))
    changed(requestChanged({ ...request, ...values }))
    return { id, request_number: request.request_number, version: request.version + 1 }
  })
}

function checkUnchangeable(input: EditInput, request: { dealer_group_id: number; requester_id: number }): void {
  if (input.dealer_group_id !== request.dealer_group_id)
    throw invalidFields({ dealer_group_id: 'The dealer group of a request cannot change.' })
  if (input.requester_id !== undefined && input.requester_id !== request.requester_id)
    throw new Failure('FORBIDDEN', 'The requester of a request cannot change.')
}
