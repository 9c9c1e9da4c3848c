import { refusalToAct } from '@check-requests/domain/access/permissions.ts'
import type { PriorityInput } from '@check-requests/domain/check-requests/fields.ts'
import { priorityNamed, priorityOfRank } from '@check-requests/domain/check-requests/priorities.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { stateOf } from '../queries/detail/find.ts'
import { applyChange, changedRequest, type SavedRequest } from './apply-change.ts'
import { changedMeanwhile, loadForChange, refuse, whileVisible } from './refuse.ts'

/** Changes the priority of the caller's own request, with a message for the log (R150, R176). */
export async function changePriority(
  services: Services,
  command: Command,
  id: number,
  input: PriorityInput,
): Promise<SavedRequest> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, input.version)
    refuse(refusalToAct('check-requests.change-priority', caller, stateOf(request)))
    if (input.status_id !== undefined && input.status_id !== request.status_id)
      throw await changedMeanwhile(unit.trx, id)
    const to = input.priority_level
    const changes = [{ field: 'priority_level', from: priorityOfRank(request.priority_rank)?.name ?? null, to }]
    const values = { priority_rank: priorityNamed(to).rank }
    const event = { name: 'priority', comment: input.message, changes } as const
    await applyChange(unit, caller, request, { values, event })
    return changedRequest(request)
  })
}
