import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Caller } from '../../../sessions/queries/caller.ts'
import type { Db } from '../../../tables.ts'
import { countByStatus, countHandled } from './counters.ts'
import { requestScope } from './request-scope.ts'

/** What the dashboards count: requests by status in the caller's view, and those the caller has decided on (B3). */
export async function summarise(db: Db, caller: Caller) {
  const byStatus = await countByStatus(db, requestScope(caller))
  const counts = Object.fromEntries(statuses.map(({ id }) => [String(id), byStatus.get(id) ?? 0]))
  const total = Object.values(counts).reduce((sum, amount) => sum + amount, 0)
  return { counts, total, handled: await countHandled(db, caller.userId, caller.scope.dealerGroupId) }
}
