import { covers, type Place, type Scope } from '@check-requests/domain/access/scope.ts'
import type { Change } from '../../platform/change-feed.ts'
import { Failure, isUniqueViolation, notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'

/** Refuses to touch a place outside the caller's scope as if it did not exist (A2). */
export function demandCovered(scope: Scope, place: Place, what: string): void {
  if (!covers(scope, place)) throw notFound(what)
}

/** Stores a place, and says so when another one has its code already (D2), also when two choose it in the same moment. */
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

/** One thing that was done to a place or a choice. */
interface Saved {
  readonly entity: 'dealer-group' | 'dealership' | 'department' | 'purpose' | 'delivery-method'
  readonly verb: 'create' | 'update' | 'delete'
  readonly id: number
  readonly before?: object
  readonly after?: object
}

/** Notes it for the trail of the group and for whoever sees it; without a group, it is of all groups. */
export function noteSaved(unit: Unit, caller: Caller, groupId: number | undefined, saved: Saved): void {
  const { entity, verb, id, before, after } = saved
  unit.audit({ actor: caller, chain: groupId ?? 0, action: `${entity}.${verb}`, entity, entityId: id, before, after })
  unit.changed(organisationChanged(groupId, id))
}

/** What everybody who sees the group's organisation should hear of; without a group, everybody. */
function organisationChanged(groupId: number | undefined, id: number): Change {
  const scopes = groupId === undefined ? ['organisation:shared'] : ['organisation:all', `organisation:${groupId}`]
  return { topic: 'organisation', id, scopes }
}
