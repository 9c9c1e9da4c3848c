import { forgetChanges } from '../../../access/second-factor/queries/factor-changes.ts'
import { deleteFactors } from '../../../access/second-factor/queries/ways.ts'
import { beforeSessionsEnd } from '../../../access/sessions/commands/before-sessions-end.ts'
import { sessionsChanged } from '../../../access/sessions/commands/sessions-changed.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { tell } from '../../../notices/inbox/commands/tell.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { Person } from '../queries/people.ts'
import { userChanged } from './record.ts'

/**
 * Takes away every second factor of a person, and ends their sessions: then the password alone opens one, so they are
 * told. Throws `CONFLICT` when they have none.
 */
export async function takeAwayFactors(unit: Unit, { userId: id, ...person }: Person, actor: Actor): Promise<void> {
  if (!person.hasSecondFactor) throw new Failure('CONFLICT', 'This person has no second factor.')
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
  await tell(unit, [id], { event: 'second-factor-reset', key, actor, dealerGroupId, accountId: id })
}
