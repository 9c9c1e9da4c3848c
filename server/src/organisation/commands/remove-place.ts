import type { Place } from '@check-requests/domain/access/scope.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { actorOf } from '../../sessions/commands/actor.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import { deleteSessionsOf } from '../../sessions/queries/sessions.ts'
import type { Tx } from '../../tables.ts'
import { clearReach, updateUser } from '../../users/queries/store.ts'
import { countRequestsIn } from '../queries/doomed.ts'
import {
  type Contents,
  contentsOfDealership,
  contentsOfGroup,
  detachPeople,
  findDealership,
  findDepartment,
  findGroup,
  markDeleted,
  peopleOfGroup,
} from '../queries/places.ts'
import { auditPlace, type Command, demandCovered, organisationChanged } from './record.ts'
import { removeDoomedRequests } from './remove-doomed-requests.ts'

export type PlaceKind = 'dealer-group' | 'dealership' | 'department'

interface Doomed {
  readonly row: object
  readonly place: Place
  readonly contents: Contents
}

/**
 * Deletes a place with all it holds (R106, R111, A18): in one transaction it is gone from every list and its people are
 * logged out; then its requests go, a few at a time, each with its snapshot in the trail, so that nobody else has to wait.
 * A stop in between is made good at the next start. `requests_left` is 0 when the call ends undisturbed.
 */
export async function removePlace(
  services: Services,
  { caller, repeatable }: Command,
  kind: PlaceKind,
  id: number,
): Promise<{ id: number; requests_left: number }> {
  const now = services.clock()
  await commit(services, repeatable, async (trx, changed) => {
    const doomed = await findDoomed(trx, kind, id)
    demandCovered(caller.scope, doomed?.place, kind.replace('-', ' '))
    if (!doomed) throw notFound(kind)
    const { contents } = doomed
    const people = await detach(trx, kind, contents, now)
    await markAll(trx, kind, contents, moment(now))
    const requests = await countRequestsIn(trx, {
      groupId: contents.groupId,
      dealershipId: doomed.place.dealershipId ?? undefined,
      departmentId: doomed.place.departmentId ?? undefined,
    })
    const before = {
      ...doomed.row,
      dealership_ids: contents.dealershipIds,
      department_ids: contents.departmentIds,
      people,
      requests,
    }
    await auditPlace(
      trx,
      caller,
      contents.groupId,
      { action: `${kind}.delete`, entity: kind, entityId: id, before },
      now,
    )
    for (const userId of people) changed(sessionsChanged(userId))
    changed(organisationChanged(contents.groupId, id))
    changed({ topic: 'users', id: null, scopes: ['users:all', `users:${contents.groupId}`] })
    return null
  })
  return { id, requests_left: await removeDoomedRequests(services, actorOf(caller)) }
}

async function findDoomed(trx: Tx, kind: PlaceKind, id: number): Promise<Doomed | undefined> {
  if (kind === 'dealer-group') {
    const row = await findGroup(trx, id)
    const place = { dealerGroupId: id, dealershipId: null, departmentId: null }
    return row && { row, place, contents: await contentsOfGroup(trx, id) }
  }
  if (kind === 'dealership') {
    const row = await findDealership(trx, id)
    if (!row) return undefined
    const place = { dealerGroupId: row.dealer_group_id, dealershipId: id, departmentId: null }
    return { row, place, contents: await contentsOfDealership(trx, row.dealer_group_id, id) }
  }
  const row = await findDepartment(trx, id)
  if (!row) return undefined
  const place = { dealerGroupId: row.dealer_group_id, dealershipId: row.dealership_id, departmentId: id }
  return { row, place, contents: { groupId: row.dealer_group_id, dealershipIds: [], departmentIds: [id] } }
}

// People of a deleted group go with it; people of a dealership or department stay and lose the place.
async function detach(trx: Tx, kind: PlaceKind, contents: Contents, now: number): Promise<number[]> {
  if (kind !== 'dealer-group') {
    const people = await detachPeople(trx, contents)
    for (const userId of people) await deleteSessionsOf(trx, userId)
    return people
  }
  const people = await peopleOfGroup(trx, contents.groupId)
  for (const userId of people) {
    await clearReach(trx, userId)
    await updateUser(trx, userId, { active: 0, deleted_at: moment(now), password_hash: '' })
    await deleteSessionsOf(trx, userId)
  }
  return people
}

async function markAll(trx: Tx, kind: PlaceKind, contents: Contents, at: string): Promise<void> {
  await markDeleted(trx, 'departments', contents.departmentIds, at)
  await markDeleted(trx, 'dealerships', contents.dealershipIds, at)
  if (kind === 'dealer-group') await markDeleted(trx, 'dealer_groups', [contents.groupId], at)
}
