import { defaultIdleHours } from '@check-requests/domain/access/sessions/fields.ts'
import { loadUser, requireAuthority } from '../../../access/accounts/commands/authority.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../../access/sessions/commands/end-sessions.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import {
  deleteSessions,
  deleteSessionsOf,
  findSessionOf,
  listSessionsOf,
} from '../../../access/sessions/queries/sessions.ts'
import { findGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'

/** Logs a user out everywhere. Returns the number of ended sessions. */
export async function endSessions(
  services: Services,
  caller: Caller,
  id: number,
): Promise<{ id: number; ended: number }> {
  return commit(services, undefined, async ({ trx, now, audit, changed }) => {
    await requireInForce({ trx, now }, caller)
    const person = await loadUser(trx, caller, id)
    requireAuthority(caller, person)
    await beforeSessionsEnd(trx, id)
    const ended = await deleteSessionsOf(trx, id)
    const event = { action: 'user.end-sessions', entity: 'user', entityId: id, after: { ended } }
    audit({ actor: caller, chain: person.scope.dealerGroupId, ...event })
    changed(sessionsChanged(id))
    return { id, ended }
  })
}

/** Ends one of a user's sessions. The caller's current session can only be ended by logging out. */
export async function endSessionOf(
  services: Services,
  caller: Caller,
  { id, session: sessionId }: { id: number; session: string },
): Promise<{ id: number; ended: number }> {
  return commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    await requireInForce(unit, caller)
    const person = await loadUser(trx, caller, id)
    requireAuthority(caller, person)
    if (sessionId === caller.sessionId) throw new Failure('CONFLICT', 'This is your current session. Log out instead.')
    await beforeChange(trx, 'session', sessionId)
    const session = await findSessionOf(trx, id, sessionId)
    if (!session) throw notFound('session')
    await deleteSessions(trx, [sessionId])
    const event = { action: 'user.end-session', entity: 'user', entityId: id, after: session }
    audit({ actor: caller, chain: person.scope.dealerGroupId, ...event })
    changed(sessionsChanged(id))
    return { id, ended: 1 }
  })
}

const hour = 3_600_000

/** Lists a user's unexpired sessions, for callers who may end those sessions. */
export async function listSessionsOfUser({ database, clock }: Services, caller: Caller, id: number) {
  const person = await loadUser(database.read, caller, id)
  requireAuthority(caller, person)
  const { dealerGroupId } = person.scope
  const group = dealerGroupId === null ? undefined : await findGroup(database.read, dealerGroupId)
  const now = clock()
  const usedSince = moment(now - (group?.idle_hours ?? defaultIdleHours) * hour)
  return listSessionsOf(database.read, id, { now: moment(now), usedSince })
}
