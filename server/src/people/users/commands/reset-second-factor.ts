import { loadUser, requireAuthority } from '../../../access/accounts/commands/authority.ts'
import { userChanged } from '../../../access/accounts/commands/record.ts'
import type { Person } from '../../../access/accounts/queries/people.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { forgetChanges } from '../../../access/second-factor/queries/factor-changes.ts'
import { deleteFactors } from '../../../access/second-factor/queries/factors.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../../access/sessions/commands/end-sessions.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'

/**
 * Removes a user's lost second factor. Users can't remove their own, because a stolen session would then be enough to
 * do so.
 */
export async function resetSecondFactor(services: Services, caller: Caller, id: number): Promise<{ id: number }> {
  return commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    const person = await loadUser(unit.trx, caller, id)
    if (id === caller.userId)
      throw new Failure('FORBIDDEN', 'You can’t reset your own second factor. Ask another admin.')
    requireAuthority(caller, person)
    await takeAwayFactors(unit, person, caller)
    return { id }
  })
}

/**
 * Removes all second factors from a user and ends their sessions. The user is notified, because the password alone is
 * now enough to log in. Throws `CONFLICT` if the user has no second factor.
 */
export async function takeAwayFactors(unit: Unit, { userId: id, ...person }: Person, actor: Actor): Promise<void> {
  if (!person.hasSecondFactor) throw new Failure('CONFLICT', 'This user has no second factor.')
  const { trx, now, audit, changed } = unit
  await beforeChange(trx, 'user', id)
  await beforeSessionsEnd(trx, id)
  await deleteFactors(trx, id)
  await forgetChanges(trx, id)
  await deleteSessionsOf(trx, id)
  const { dealerGroupId } = person.scope
  const event = { action: 'user.reset-second-factor', entity: 'user', entityId: id }
  audit({ actor, chain: dealerGroupId, ...event })
  changed(sessionsChanged(id))
  changed(userChanged(id, dealerGroupId))
  const key = `second-factor-reset/${id}/${now}`
  await unit.tell([id], { event: 'second-factor-reset', key, actor, dealerGroupId, accountId: id })
}
