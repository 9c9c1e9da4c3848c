import { statuses, statusIdsOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { queueOf } from '../../../approvals/queries/waiting.ts'
import type { Db } from '../../../tables.ts'
import { countByStatus, countHandled } from './counters.ts'
import { requestScope } from './request-scope.ts'

/**
 * What the dashboards count: requests by status in the caller's view, and those the caller has decided on (B3). Of
 * those that wait for approval under a policy, an approver's are those that wait for them.
 */
export async function summarise(db: Db, caller: Caller) {
  const byStatus = await countByStatus(db, requestScope(caller))
  const queue = await queueOf(db, caller)
  for (const id of queue ? statusIdsOf('pending') : []) {
    const beside = (byStatus.get(id) ?? 0) - (queue?.forOthers?.get(id) ?? 0)
    byStatus.set(id, queue?.forOthers ? beside : (queue?.byStatus.get(id) ?? 0))
  }
  const counts = Object.fromEntries(statuses.map(({ id }) => [String(id), byStatus.get(id) ?? 0]))
  const total = Object.values(counts).reduce((sum, amount) => sum + amount, 0)
  return { counts, total, handled: await countHandled(db, caller.userId, caller.scope.dealerGroupId) }
}
