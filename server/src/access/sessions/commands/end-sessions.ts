import type { Change } from '../../../platform/database/change-feed.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { Caller } from '../queries/caller.ts'
import { deleteSessions, findOwnedSession, listSessionIds } from '../queries/sessions.ts'
import { hashSecret } from './secrets.ts'

/** Discards cached sessions of this user after one of them began, changed, or ended. */
export function sessionsChanged(userId: number): Change {
  return { topic: 'sessions', id: userId, scopes: ['sessions', `sessions:${userId}`] }
}

/**
 * Loads a user's sessions before they end, for the command's audit trail entry, so that no session can be restored
 * unnoticed. Call this before changing the user, whose dealer group determines the chain that records them.
 */
export async function beforeSessionsEnd(trx: Tx, userId: number): Promise<void> {
  await beforeChange(trx, 'session', ...(await listSessionIds(trx, userId)))
}

/** Ends the session with this secret, if there is one, as a logout by its owner. */
export async function endSession({ trx, audit, changed }: Unit, secret: string): Promise<void> {
  const session = await findOwnedSession(trx, hashSecret(secret))
  if (!session) return
  const { id, userId, name, roleId, dealerGroupId } = session
  await beforeChange(trx, 'session', id)
  await deleteSessions(trx, [id])
  changed(sessionsChanged(userId))
  const actor = { userId, name, roleId, sessionId: id }
  audit({ actor, chain: dealerGroupId, action: 'session.logout', entity: 'user', entityId: userId })
}

/**
 * Ends the caller's other sessions, or only the one with this id. Returns how many ended. The current session ends only
 * by logging out.
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

/** Ends the session with this secret, if there is one. */
export async function logout(services: Services, secret: string): Promise<void> {
  await commit(services, undefined, (unit) => endSession(unit, secret))
}
