import { publishChange } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { propertyOf } from '../../platform/property.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
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
  const expected = { id: request.id, statusId: request.status_id, version: request.version, notBy }
  const after = { ...values, updated_at: moment(unit.now) }
  if (!(await updateRequest(unit.trx, expected, after))) throw await changedMeanwhile(unit.trx, request.id)
  return publishChange(unit, { ...event, actor: caller, request, before: sameFields(request, after), after })
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
