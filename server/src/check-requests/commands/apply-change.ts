import { confirmedRoles } from '@check-requests/domain/people/confirmations/rules.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { publishChange } from '../../events.ts'
import { notInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { noteEffect } from '../../people/confirmations/commands/take-effect.ts'
import { type Acting, isWaiting } from '../../people/confirmations/queries/waiting.ts'
import { moment } from '../../platform/clock.ts'
import type { Failure } from '../../platform/errors.ts'
import { propertyOf } from '../../platform/property.ts'
import type { Unit } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import type { Happening } from '../listeners/request-event.ts'
import type { FoundRequest, StoredRequest } from '../queries/detail/find.ts'
import type { HistoryRow } from '../queries/detail/history.ts'
import { type NotBy, updateRequest } from '../queries/write/store.ts'
import { changedMeanwhile } from './refuse.ts'

/** One change to a request: its new values, and its name. */
interface RequestChange {
  readonly values: Partial<Omit<StoredRequest, 'id' | 'version' | 'updated_at'>>
  readonly event: Happening
  /** Set when separation of duties applies (D1, E9). */
  readonly notBy?: NotBy | undefined
}

/**
 * Changes a request if it is still as loaded, and notifies all listeners; otherwise throws a 409 that says who was
 * faster. Returns the new history entry.
 */
export async function applyChange(
  unit: Unit,
  caller: Caller,
  request: FoundRequest,
  { values, event, notBy }: RequestChange,
): Promise<HistoryRow> {
  const acting = actingOf(unit, caller)
  if (caller.effectUnnoted) await noteEffect(unit, caller.userId)
  const expected = { id: request.id, statusId: request.status_id, version: request.version, notBy, acting }
  const after = { ...values, updated_at: moment(unit.now) }
  if (!(await updateRequest(unit.trx, expected, after))) throw await refusedBy(unit.trx, caller, request.id, acting)
  return publishChange(unit, { ...event, actor: caller, request, before: sameFields(request, after), after })
}

// A role that decides nothing about money never waits.
function actingOf({ now }: Unit, { userId, roleId }: Caller): Acting | undefined {
  return confirmedRoles.includes(roleId) ? { userId, roleId, now: moment(now) } : undefined
}

async function refusedBy(trx: Tx, caller: Caller, id: number, acting: Acting | undefined): Promise<Failure> {
  return acting && (await isWaiting(trx, acting)) ? notInForce(caller) : changedMeanwhile(trx, id)
}

/** What identifies a changed request from now on. */
export function changedRequest({ id, request_number, version }: FoundRequest): SavedRequest {
  return { id, request_number, version: version + 1 }
}

/** A request that was raised or changed, and its new version. */
export interface SavedRequest {
  readonly id: number
  readonly request_number: string
  readonly version: number
}

function sameFields(request: StoredRequest, values: object): Partial<StoredRequest> {
  const fields = Object.keys(values).filter((field) => field in request)
  return Object.fromEntries(fields.map((field) => [field, propertyOf(request, field)]))
}
