import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../audit/commands/record.ts'
import { removeForGood } from '../../check-requests/commands/remove.ts'
import type { Change } from '../../platform/change-feed.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { findDoomedRequests } from '../queries/doomed.ts'

const atOnce = 10

/** Who finishes at a start what a stop has interrupted. */
export const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Deletes all requests of deleted places, a few per transaction, and lets others work in between. */
export async function removeDoomedRequests(services: Services, actor: Actor): Promise<void> {
  for (;;) {
    const removed = await commit(services, undefined, async (trx, changed) => {
      const changes = await removeSomeDoomed(trx, actor, atOnce, services.clock())
      for (const change of changes) changed(change)
      return changes.length
    }).catch(nothingWhenRemovedByAnother)
    if (removed === 0) return
    await nextTurn()
  }
}

/** Deletes at most so many requests of deleted places in this transaction; gives what others should hear. */
export async function removeSomeDoomed(trx: Tx, actor: Actor, most: number, now: number): Promise<Change[]> {
  const changes: Change[] = []
  for (;;) {
    const requests = await findDoomedRequests(trx, most - changes.length)
    for (const request of requests) changes.push(await removeForGood(trx, actor, request, now))
    if (requests.length === 0 || changes.length === most) return changes
  }
}

// Two who remove at once can meet at the same request; whoever comes second just goes on.
function nothingWhenRemovedByAnother(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'CONFLICT') return undefined
  throw error
}
