import { sessionsChanged } from '../../../access/sessions/commands/sessions-changed.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { deleteSessions, findSessionOf } from '../../../access/sessions/queries/sessions.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { demandAuthority, loadUser } from './authority.ts'

/** Logs a user out of one session; the caller's own current one is ended by logging out. */
export async function endSessionOf(
  services: Services,
  caller: Caller,
  { id, session: sessionId }: { id: number; session: string },
): Promise<{ id: number; ended: number }> {
  return commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    await demandInForce(unit, caller)
    const person = await loadUser(trx, caller, id)
    demandAuthority(caller, person)
    if (sessionId === caller.sessionId)
      throw new Failure('CONFLICT', 'This is the session that you are working in. Log out instead.')
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
