import { beforeSessionsEnd } from '../../../access/sessions/commands/before-sessions-end.ts'
import { sessionsChanged } from '../../../access/sessions/commands/sessions-changed.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { commit } from '../../../platform/commit.ts'
import type { Services } from '../../../services.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { demandAuthority, loadUser } from './authority.ts'

/** Logs a user out everywhere; returns how many sessions ended. */
export async function endSessions(
  services: Services,
  caller: Caller,
  id: number,
): Promise<{ id: number; ended: number }> {
  return commit(services, undefined, async ({ trx, now, audit, changed }) => {
    await demandInForce({ trx, now }, caller)
    const person = await loadUser(trx, caller, id)
    demandAuthority(caller, person)
    await beforeSessionsEnd(trx, id)
    const ended = await deleteSessionsOf(trx, id)
    const event = { action: 'user.end-sessions', entity: 'user', entityId: id, after: { ended } }
    audit({ actor: caller, chain: person.scope.dealerGroupId, ...event })
    changed(sessionsChanged(id))
    return { id, ended }
  })
}
