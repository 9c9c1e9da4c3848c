import type { Actor } from '../../audit/commands/record.ts'
import { removeForGood } from '../../check-requests/commands/remove.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { findDoomedRequests } from '../queries/doomed.ts'

const atOnce = 10
const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/**
 * Deletes the requests of deleted places, a few per transaction, and lets others work in between.
 * Also run at every start, to finish what a stop has interrupted. Gives how many are left: none, unless it was stopped.
 */
export async function removeDoomedRequests(services: Services, actor: Actor = system): Promise<number> {
  for (;;) {
    const removed = await commit(services, undefined, async (trx, changed) => {
      const requests = await findDoomedRequests(trx, atOnce)
      for (const request of requests) changed(await removeForGood(trx, actor, request, services.clock()))
      return requests.length
    })
    if (removed === 0) return 0
    await new Promise((resolve) => setImmediate(resolve))
  }
}
