import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { type Actor, recordAudit } from '../../audit/commands/record.ts'
import type { Change } from '../../platform/change-feed.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { actorOf } from '../../sessions/commands/actor.ts'
import type { Tx } from '../../tables.ts'
import { type StoredRequest, stateOf } from '../queries/detail/find.ts'
import { listHistory } from '../queries/detail/history.ts'
import { deleteRequest } from '../queries/write/store.ts'
import { type Command, requestChanged } from './record.ts'
import { changedMeanwhile, loadForChange, refuse } from './refuse.ts'

/** Deletes one's own request that nobody has decided on (R148); the trail keeps a whole snapshot of it (A18). */
export async function removeRequest(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  version: number | undefined,
): Promise<{ id: number; request_number: string }> {
  return commit(services, repeatable, async (trx, changed) => {
    const request = await loadForChange(trx, caller, id, version)
    refuse(refusalToAct('check-requests.delete', { userId: caller.userId, role: caller.role }, stateOf(request)))
    changed(await removeForGood(trx, actorOf(caller), request, services.clock()))
    return { id, request_number: request.request_number }
  })
}

/** Removes a request with all that hangs on it, and keeps a whole snapshot in the trail (A18). Gives what others should hear. */
export async function removeForGood(trx: Tx, actor: Actor, request: StoredRequest, now: number): Promise<Change> {
  const { id } = request
  const before = { ...request, history: await listHistory(trx, id) }
  const expected = { id, statusId: request.status_id, version: request.version }
  if (!(await deleteRequest(trx, expected))) throw await changedMeanwhile(trx, id)
  const event = { action: 'check-request.delete', entity: 'check-request', entityId: id, before }
  await recordAudit(trx, actor, { chain: request.dealer_group_id, ...event }, now)
  return requestChanged(request)
}
