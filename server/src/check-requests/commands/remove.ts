import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { movable } from '../queries/find.ts'
import { listHistory } from '../queries/history.ts'
import { deleteRequest } from '../queries/store.ts'
import { auditRequest, type Command, requestChanged } from './record.ts'
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
    refuse(refusalToAct('check-requests.delete', { userId: caller.userId, role: caller.role }, movable(request)))
    const { separation_of_duties: _, ...row } = request
    const before = { ...row, history: await listHistory(trx, id) }
    const expected = { id, statusId: request.status_id, version: request.version }
    if (!(await deleteRequest(trx, expected))) throw await changedMeanwhile(trx, id)
    await auditRequest(trx, caller, request, { action: 'check-request.delete', before }, services.clock())
    changed(requestChanged(request))
    return { id, request_number: request.request_number }
  })
}
