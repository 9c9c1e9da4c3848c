import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import { refusalToDelete } from '@check-requests/domain/check-requests/rules.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { publishDeletion } from '../../events.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { firstDrawnCheck } from '../queries/detail/checks.ts'
import { type StoredRequest, stateOf } from '../queries/detail/find.ts'
import { listHistory } from '../queries/detail/history.ts'
import { deleteRequest } from '../queries/write/store.ts'
import { changedMeanwhile, loadForChange, refuse } from './apply-change.ts'

/**
 * Deletes the caller's own request if no user has decided on it (R148). The audit trail keeps a full snapshot (A18).
 */
export async function removeRequest(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  version: number | undefined,
): Promise<{ id: number; request_number: string }> {
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    refuse(refusalToAct('check-requests.delete', caller, stateOf(request)))
    const drawn = refusalToDelete(await firstDrawnCheck(unit.trx, request))
    if (drawn) throw new Failure('CONFLICT', drawn)
    await removeForGood(unit, caller, request)
    return { id, request_number: request.request_number }
  })
}

/** Deletes a request with its dependent rows, and keeps a full snapshot in the audit trail (A18). */
export async function removeForGood(unit: Unit, actor: Actor, request: StoredRequest): Promise<void> {
  const { id, status_id: statusId, version } = request
  await beforeChange(unit.trx, 'check-request', id)
  await beforeChange(unit.trx, 'request-keys', id)
  const before = { ...request, history: await listHistory(unit.trx, id) }
  if (!(await deleteRequest(unit.trx, { id, statusId, version }))) throw await changedMeanwhile(unit.trx, id)
  await publishDeletion(unit, { name: 'deleted', actor, request, before })
}
