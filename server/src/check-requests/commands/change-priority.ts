import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import type { PriorityInput } from '@check-requests/domain/check-requests/fields.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { stateOf } from '../queries/detail/find.ts'
import { updateRequest } from '../queries/write/store.ts'
import { rankOf } from './content.ts'
import type { Created } from './create.ts'
import { auditRequest, type Command, requestChanged, writeHistory } from './record.ts'
import { changedMeanwhile, loadForChange, refuse } from './refuse.ts'

/** Changes the priority of one's own request, with a message for the log (R150, R176). */
export async function changePriority(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  input: PriorityInput,
): Promise<Created> {
  const now = services.clock()
  return commit(services, repeatable, async (trx, changed) => {
    const request = await loadForChange(trx, caller, id, input.version)
    refuse(
      refusalToAct('check-requests.change-priority', { userId: caller.userId, role: caller.role }, stateOf(request)),
    )
    if (input.status_id !== undefined && input.status_id !== request.status_id) throw await changedMeanwhile(trx, id)
    const from = priorities.find(({ rank }) => rank === request.priority_rank)?.name ?? null
    const to = input.priority_level
    const expected = { id, statusId: request.status_id, version: request.version }
    const values = { priority_rank: rankOf(to), updated_at: moment(now) }
    if (!(await updateRequest(trx, expected, values))) throw await changedMeanwhile(trx, id)
    const changes = [{ field: 'priority_level', from, to }]
    const deed = {
      requestId: id,
      action: 'priority',
      statusId: request.status_id,
      note: input.message,
      changes,
    } as const
    await writeHistory(trx, caller, deed, now)
    const after = { ...values, message: input.message }
    await auditRequest(trx, caller, request, { action: 'check-request.change-priority', after }, now)
    changed(requestChanged(request))
    return { id, request_number: request.request_number, version: request.version + 1 }
  })
}
