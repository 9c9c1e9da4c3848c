import { beforeChange } from '../../audit/commands/changes.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { tell } from '../../inbox/commands/tell.ts'
import { commit } from '../../platform/commit.ts'
import { Failure } from '../../platform/errors.ts'
import { deleteFactors } from '../../second-factor/queries/ways.ts'
import type { Services } from '../../services.ts'
import { beforeSessionsEnd } from '../../sessions/commands/before-sessions-end.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../sessions/queries/sessions.ts'
import { demandAuthority, loadUser } from './authority.ts'
import { userChanged } from './record.ts'

/**
 * Takes away the second factor of somebody who has lost it: then the password alone opens a session, so they are told.
 * Nobody does that for themselves, or a stolen session could.
 */
export async function resetSecondFactor(services: Services, caller: Caller, id: number): Promise<{ id: number }> {
  return commit(services, undefined, async (unit) => {
    const { trx, now, audit, changed } = unit
    await demandInForce(unit, caller)
    const person = await loadUser(trx, caller, id)
    if (id === caller.userId)
      throw new Failure('FORBIDDEN', 'You cannot reset your own second factor. Ask another admin.')
    demandAuthority(caller, person)
    if (!person.hasSecondFactor) throw new Failure('CONFLICT', 'This person has no second factor.')
    await beforeChange(trx, 'user', id)
    await beforeSessionsEnd(trx, id)
    await deleteFactors(trx, id)
    await deleteSessionsOf(trx, id)
    const { dealerGroupId } = person.scope
    const event = { action: 'user.reset-second-factor', entity: 'user', entityId: id }
    audit({ actor: caller, chain: dealerGroupId ?? 0, ...event })
    changed(sessionsChanged(id))
    changed(userChanged(id, dealerGroupId))
    const key = `second-factor-reset/${id}/${now}`
    await tell(unit, [id], { event: 'second-factor-reset', key, actor: caller, dealerGroupId, accountId: id })
    return { id }
  })
}
