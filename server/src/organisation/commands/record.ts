import type { Scope } from '@check-requests/domain/access/scope.ts'
import { covers, type Place } from '@check-requests/domain/access/scope.ts'
import { recordAudit } from '../../audit/commands/record.ts'
import type { RepeatableCall } from '../../platform/answered-calls.ts'
import type { Change } from '../../platform/change-feed.ts'
import { Failure, isUniqueViolation, notFound } from '../../platform/errors.ts'
import { actorOf } from '../../sessions/commands/actor.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Tx } from '../../tables.ts'

/** Who commands, and whether the call may be a repeat. */
export interface Command {
  readonly caller: Caller
  readonly repeatable: RepeatableCall | undefined
}

/** Refuses to touch a place outside the caller's scope as if it did not exist (A2). */
export function demandCovered(scope: Scope, place: Place | undefined, what: string): void {
  if (!place || !covers(scope, place)) throw notFound(what)
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

/** Writes what was done to a place or a choice into the trail of its group; chain 0 for what all groups share. */
export function auditPlace(
  trx: Tx,
  caller: Caller,
  chain: number,
  event: { action: string; entity: string; entityId: number; before?: object; after?: object },
  at: number,
): Promise<void> {
  const { before, after, ...what } = event
  const states = { ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) }
  return recordAudit(trx, actorOf(caller), { chain, ...what, ...states }, at)
}

/** What everybody who sees the group's organisation should hear of; without a group, everybody. */
export function organisationChanged(groupId: number | undefined, id: number): Change {
  const scopes = groupId === undefined ? ['organisation:shared'] : ['organisation:all', `organisation:${groupId}`]
  return { topic: 'organisation', id, scopes }
}

/** The given values that differ from the stored row. */
export function differing<Row extends object>(
  row: Row,
  values: { [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const given = Object.entries(values).filter(
    ([field, value]) => value !== undefined && row[field as keyof Row] !== value,
  )
  return Object.fromEntries(given) as Partial<Row>
}
