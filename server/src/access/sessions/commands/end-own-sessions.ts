import { commit } from '../../../platform/commit.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { Caller } from '../queries/caller.ts'
import { deleteSessions, listSessionIds } from '../queries/sessions.ts'
import { sessionsChanged } from './sessions-changed.ts'

/**
 * Ends the caller's sessions elsewhere, or only the one with this id; returns how many. The current one goes on: it is
 * ended by logging out.
 */
export async function endOwnSessions(services: Services, caller: Caller, only?: string): Promise<number> {
  return commit(services, undefined, async ({ trx, audit, changed }) => {
    const others = (await listSessionIds(trx, caller.userId)).filter((id) => id !== caller.sessionId)
    const ids = only === undefined ? others : others.filter((id) => id === only)
    if (ids.length === 0) return 0
    await beforeChange(trx, 'session', ...ids)
    await deleteSessions(trx, ids)
    const event = { action: 'session.end-elsewhere', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event, after: { ended: ids.length } })
    changed(sessionsChanged(caller.userId))
    return ids.length
  })
}
