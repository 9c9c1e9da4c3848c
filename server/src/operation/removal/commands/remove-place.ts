import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Place } from '@check-requests/domain/access/scope.ts'
import {
  clearAssignments,
  listIdsOfGroup,
  listIdsOfPlaces,
  takeFromPlaces,
  updateUser,
} from '../../../access/accounts/queries/store.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../../access/sessions/commands/end-sessions.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../../access/sessions/queries/sessions.ts'
import { removeForGood } from '../../../check-requests/commands/remove.ts'
import { removeDraftsOf } from '../../../check-requests/drafts/commands/drafts.ts'
import { removeRecurringIn } from '../../../check-requests/recurring/commands/recurring.ts'
import { removeViewsOf } from '../../../check-requests/views/commands/views.ts'
import { hasDrawn } from '../../../checks/queries/of-request.ts'
import { removeInboxOf } from '../../../notices/inbox/commands/notices.ts'
import { noteSaved, requireCovered } from '../../../organization/commands/record.ts'
import {
  type Contents,
  contentsOfDealership,
  contentsOfGroup,
  countRequestsIn,
  findDealership,
  findDepartment,
  findGroup,
  findPendingDeletions,
  markDeleted,
} from '../../../organization/queries/places.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange, requireVersion } from '../../../trail/commands/changes.ts'

export type PlaceKind = 'dealer-group' | 'dealership' | 'department'

interface FoundPlace {
  readonly row: object
  readonly place: Place
  readonly contents: Contents
}

const removedAtOnce = 100
const waitsForTheRest = 5000

/**
 * Deletes a place with everything in it (R106, R111, A18). One transaction removes it from every list, logs out its
 * users, and deletes its requests, keeping a snapshot of each in the audit trail. If there are many requests, the rest
 * are deleted a few at a time, so that other users don't have to wait. After a shutdown in between, the next start
 * finishes the deletion. `requests_left` is 0 unless deletion is still in progress when the call returns.
 */
export async function removePlace(
  services: Services,
  { caller, repeatable }: Command,
  kind: PlaceKind,
  { id, version }: { id: number; version: number | undefined },
): Promise<{ id: number; requests_left: number }> {
  const size = await commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    const found = await findPlace(trx, kind, id)
    if (!found) throw notFound(kind.replace('-', ' '))
    const { contents, place } = found
    requireCovered(caller.scope, place, kind.replace('-', ' '))
    await requireVersion(trx, kind, id, version)
    await requireNoChecks(trx, kind, place)
    await beforeChange(trx, 'dealership', ...contents.dealershipIds)
    await beforeChange(trx, 'department', ...contents.departmentIds)
    await removeRecurringIn(unit, caller, { ...contents, isWhole: kind === 'dealer-group' })
    const people = await detach(trx, kind, contents, now)
    await markDeleted(trx, contents, moment(now), kind === 'dealer-group' ? contents.groupId : undefined)
    const requests = await countRequestsIn(trx, place)
    const { dealershipIds: dealership_ids, departmentIds: department_ids } = contents
    const before = { ...found.row, dealership_ids, department_ids, people, requests }
    noteSaved(unit, caller, contents.groupId, { entity: kind, verb: 'delete', id, before })
    await removeSomePending(unit, caller, removedAtOnce)
    for (const userId of people) unit.changed(sessionsChanged(userId))
    unit.changed({ topic: 'users', id: null, scopes: ['users:all', `users:${contents.groupId}`] })
    return { place, requests }
  })
  // A repeated call may come from a user whose scope has changed since.
  requireCovered(caller.scope, size.place, kind.replace('-', ' '))
  if (size.requests <= removedAtOnce) return { id, requests_left: 0 }
  return { id, requests_left: await removeTheRest(services, caller, size.place) }
}

/** Refuses to delete a place with checks, because the check register must keep checks forever (E7). */
async function requireNoChecks(trx: Tx, kind: PlaceKind, place: Place): Promise<void> {
  if (!(await hasDrawn(trx, place))) return
  const named = kind.replace('-', ' ')
  throw new Failure(
    'CONFLICT',
    `This ${named} can’t be deleted because checks were drawn for it. Deactivate it instead.`,
  )
}

async function removeTheRest(services: Services, caller: Caller, place: Place): Promise<number> {
  // A failure here is retried at the next start.
  const removal = finishPendingDeletions(services, caller).catch(() => {})
  await Promise.race([removal, setTimeout(waitsForTheRest, undefined, { ref: false })])
  return countRequestsIn(services.database.read, place)
}

async function findPlace(trx: Tx, kind: PlaceKind, id: number): Promise<FoundPlace | undefined> {
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

// Users of a deleted group are deleted too. Users of a dealership or department stay and lose the assignment.
async function detach(trx: Tx, kind: PlaceKind, contents: Contents, now: number): Promise<number[]> {
  if (kind !== 'dealer-group') {
    await beforeChange(trx, 'user', ...(await listIdsOfPlaces(trx, contents)))
    const people = await takeFromPlaces(trx, contents)
    for (const userId of people) {
      await beforeSessionsEnd(trx, userId)
      await deleteSessionsOf(trx, userId)
    }
    return people
  }
  const people = await listIdsOfGroup(trx, contents.groupId)
  await beforeChange(trx, 'user', ...people)
  for (const userId of people) {
    await beforeSessionsEnd(trx, userId)
    await clearAssignments(trx, userId)
    await updateUser(trx, userId, { active: 0, deleted_at: moment(now), password_hash: '' })
    await deleteSessionsOf(trx, userId)
    await removeDraftsOf(trx, userId)
    await removeViewsOf(trx, userId)
    await removeInboxOf(trx, userId)
  }
  return people
}

const atOnce = 10

/** The actor for deletions that a shutdown interrupted and the next startup finishes. */
export const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Deletes all requests of deleted places, a few per transaction, yielding to other work in between. */
export async function finishPendingDeletions(services: Services, actor: Actor): Promise<void> {
  for (;;) {
    const removal = commit(services, undefined, (unit) => removeSomePending(unit, actor, atOnce))
    if ((await removal.catch(nothingWhenRemovedByAnother)) === 0) return
    await nextTurn()
  }
}

/** Deletes up to `most` requests of deleted places in this transaction. Returns the number of deleted requests. */
async function removeSomePending(unit: Unit, actor: Actor, most: number): Promise<number> {
  let removed = 0
  for (;;) {
    const requests = await findPendingDeletions(unit.trx, most - removed)
    for (const request of requests) await removeForGood(unit, actor, request)
    removed += requests.length
    if (requests.length === 0 || removed === most) return removed
  }
}

// Two concurrent removals can reach the same request. The second removal just continues.
function nothingWhenRemovedByAnother(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'CONFLICT') return undefined
  throw error
}
