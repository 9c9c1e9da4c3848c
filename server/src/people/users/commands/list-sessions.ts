import { defaultIdleHours } from '@check-requests/domain/access/sessions/idle-hours.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { listSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { findGroup } from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import type { Services } from '../../../services.ts'
import { demandAuthority, loadUser } from './authority.ts'

const hour = 3_600_000

/** The sessions of a user that have not run out, for whoever may end them. */
export async function listSessionsOfUser({ database, clock }: Services, caller: Caller, id: number) {
  const person = await loadUser(database.read, caller, id)
  demandAuthority(caller, person)
  const { dealerGroupId } = person.scope
  const group = dealerGroupId === null ? undefined : await findGroup(database.read, dealerGroupId)
  const now = clock()
  const usedSince = moment(now - (group?.idle_hours ?? defaultIdleHours) * hour)
  return listSessionsOf(database.read, id, { now: moment(now), usedSince })
}
