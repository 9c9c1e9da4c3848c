import { covers, type Place, type Scope } from '@check-requests/domain/access/scope.ts'
import type { HeldControl } from '@check-requests/domain/people/controls/controls.ts'
import { type AskedColumns, holdBack } from '../../access/pending-controls/commands/hold.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Change } from '../../platform/database/change-feed.ts'
import { Failure, isUniqueViolation, notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { afterCreate } from '../../trail/commands/changes.ts'
import { findGroup, type GroupRow } from '../queries/places.ts'

/** Refuses a place outside the caller's scope as if the place didn't exist (A2). */
export function requireCovered(scope: Scope, place: Place, what: string): void {
  if (!covers(scope, place)) throw notFound(what)
}

/** Stores a place. Refuses a code that another place already uses (D2), even if both are saved at the same time. */
export async function storeUnderCode<Result>(
  code: string | undefined,
  where: string,
  store: () => Promise<Result>,
): Promise<Result> {
  try {
    return await store()
  } catch (error) {
    if (!isUniqueViolation(error, 'code')) throw error
    const message = `The code ${code} is already used ${where}.`
    throw new Failure('CONFLICT', message, { fields: { code: message } })
  }
}

/** Converts a switch to its stored form. Undefined stays undefined. */
export function bitOf(on: boolean | undefined): number | undefined {
  return on === undefined ? undefined : Number(on)
}

/** A completed action on a place or a choice. */
interface Saved {
  readonly entity: 'dealer-group' | 'dealership' | 'department' | 'purpose' | 'delivery-method'
  readonly verb: 'create' | 'update' | 'delete'
  readonly id: number
  readonly before?: object
  readonly after?: object
}

/**
 * Records the action in the group's audit trail and notifies everyone who sees the place. Without a group, the action
 * concerns all groups.
 */
export function noteSaved(unit: Unit, actor: Actor, groupId: number | undefined, saved: Saved): void {
  const { entity, verb, id, before, after } = saved
  if (verb === 'create') afterCreate(unit.trx, entity, id)
  unit.audit({ actor, chain: groupId ?? null, action: `${entity}.${verb}`, entity, entityId: id, before, after })
  unit.changed(organizationChanged(groupId, id))
}

/** A change to announce to everyone who sees the group's organization or, without a group, to all users. */
function organizationChanged(groupId: number | undefined, id: number): Change {
  const scopes = groupId === undefined ? ['organisation:shared'] : ['organisation:all', `organisation:${groupId}`]
  return { topic: 'organisation', id, scopes }
}

/**
 * Returns the dealer group if it exists and the caller works with it. Otherwise refuses as if the group didn't exist
 * (A2).
 */
export async function requireGroup(db: Db, { scope: { dealerGroupId } }: Caller, id: number) {
  const isOfOthers = dealerGroupId !== null && dealerGroupId !== id
  const group = isOfOthers ? undefined : await findGroup(db, id)
  if (!group) throw notFound('dealer group')
  return group
}

/** Holds back changes to a dealer group's columns that loosen a control, until a second user confirms them (F10). */
export function holdGroupBack(
  unit: Unit,
  caller: Caller,
  control: HeldControl,
  asked: AskedColumns<GroupRow>,
): Promise<Partial<GroupRow>> {
  const { id } = asked.before
  return holdBack(unit, caller, { control, dealerGroupId: id, entityId: id }, asked)
}
