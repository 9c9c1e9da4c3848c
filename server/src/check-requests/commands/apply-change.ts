import { linesInWords } from '@check-requests/domain/books/accounting/lines.ts'
import { eventInFull } from '@check-requests/domain/check-requests/events.ts'
import { fieldFormats } from '@check-requests/domain/check-requests/fields-in-words.ts'
import {
  isClosed,
  type Refusal,
  type StatusName,
  statusNamed,
  statusOf,
} from '@check-requests/domain/check-requests/lifecycle.ts'
import { priorityOfRank } from '@check-requests/domain/check-requests/priorities.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { confirmedRoles } from '@check-requests/domain/people/confirmations/rules.ts'
import { notInForce } from '../../access/pending-accounts/commands/second-people.ts'
import { noteEffect } from '../../access/pending-accounts/commands/take-effect.ts'
import { type Acting, isWaiting } from '../../access/pending-accounts/queries/confirmations.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { publishChange } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import type { Repeatable } from '../../platform/database/commit.ts'
import { Failure, notFound, propertyOf } from '../../platform/errors.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
import type { Tables, Tx } from '../../tables.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import type { FieldChange, Happening } from '../listeners/request-event.ts'
import { presentHistory } from '../presenter.ts'
import { listPaidTogether } from '../queries/detail/checks.ts'
import { type FoundRequest, findVisible, type StoredRequest } from '../queries/detail/find.ts'
import { type HistoryRow, latestHistory } from '../queries/detail/history.ts'
import { lockRequests, type NotBy, updateRequest } from '../queries/write/store.ts'

/** One change to a request: its new values and its name. */
interface RequestChange {
  readonly values: Partial<Omit<StoredRequest, 'id' | 'version' | 'updated_at'>>
  readonly event: Happening
  /** Set if separation of duties applies (D1, E9). */
  readonly notBy?: NotBy | undefined
}

/**
 * Changes a request if it is unchanged since it was loaded, and notifies all listeners; otherwise throws a 409 that
 * names the user who changed it first. Returns the new history entry.
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

/** Changes a request like `applyChange`. Returns the new history entry in API form. */
export async function applyInHistory(...change: Parameters<typeof applyChange>): Promise<HistoryEntry> {
  return presentHistory(await applyChange(...change))
}

// Roles that decide nothing about money are never pending confirmation.
function actingOf({ now }: Unit, { userId, roleId }: Caller): Acting | undefined {
  return confirmedRoles.includes(roleId) ? { userId, roleId, now: moment(now) } : undefined
}

async function refusedBy(trx: Tx, caller: Caller, id: number, acting: Acting | undefined): Promise<Failure> {
  return acting && (await isWaiting(trx, acting)) ? notInForce(caller) : changedMeanwhile(trx, id)
}

/** The id, number, and new version of a request after the change. */
export function changedRequest({ id, request_number, version }: FoundRequest): SavedRequest {
  return { id, request_number, version: version + 1 }
}

/** A created or changed request, and its new version. */
export interface SavedRequest {
  readonly id: number
  readonly request_number: string
  readonly version: number
}

function sameFields(request: StoredRequest, values: object): Partial<StoredRequest> {
  const fields = Object.keys(values).filter((field) => field in request)
  return Object.fromEntries(fields.map((field) => [field, propertyOf(request, field)]))
}

/** Loads a request within the caller's scope for a change. Throws if the caller saw another version (A6). */
export async function loadForChange(
  trx: Tx,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<FoundRequest> {
  const [request] = await together(requireVisible(trx, caller, id), beforeChange(trx, 'check-request', id))
  if (version !== undefined && version !== request.version) throw await changedMeanwhile(trx, id)
  return request
}

/** The requests that share a request's check, locked. Throws if the caller can't see all of them. */
export async function loadPaidTogether(trx: Tx, caller: Caller, request: FoundRequest): Promise<FoundRequest[]> {
  const ids = request.bank_account_id === null ? [] : await listPaidTogether(trx, request)
  if (ids.length === 0) return []
  await lockRequests(trx, [request.id, ...ids])
  await beforeChange(trx, 'check-request', ...ids)
  const others: FoundRequest[] = []
  for (const id of ids) {
    const other = await findVisible(trx, caller, id)
    if (!other)
      throw new Failure(
        'CONFLICT',
        `The check for ${request.request_number} also pays requests that you can’t see. Ask someone who can see all of them.`,
      )
    others.push(other)
  }
  return others
}

/** The request, if the caller's scope covers it. Otherwise throws NOT_FOUND. */
async function requireVisible(trx: Tx, caller: Caller, id: number): Promise<FoundRequest> {
  const request = await findVisible(trx, caller, id)
  if (!request) throw notFound('check request')
  return request
}

/**
 * A repeatable call on a request. Its stored response is returned again only while the request is in the caller's
 * scope.
 */
export function whileVisible<Result>(
  { caller, repeatable }: Command,
  idOf: (result: Result) => number,
): Repeatable<Tables, Result> | undefined {
  return repeatable && { ...repeatable, requireSight: (trx, result) => requireVisible(trx, caller, idOf(result)) }
}

/** Throws the domain's refusal, if there is one, as a 403 or 409 error. */
export function refuse(reason: Refusal): never
export function refuse(reason: Refusal | undefined): void
export function refuse(reason: Refusal | undefined): void {
  if (reason) throw new Failure(reason.kind === 'forbidden' ? 'FORBIDDEN' : 'CONFLICT', reason.sentence)
}

/** A 409 error that names the user who changed the request and the changed fields. */
export async function changedMeanwhile(trx: Tx, id: number): Promise<Failure> {
  const latest = await latestHistory(trx, id)
  const who = latest
    ? `${latest.user_name} ${eventInFull(latest.action, statusOf(latest.status_id).name)}`
    : 'Another user changed this request'
  return new Failure('CONFLICT', `${who} in the meantime. Review it before you continue.`)
}

/** The stored fields that differ between two states, in display form. */
export function fieldChanges(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return Object.keys(after)
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => readable({ field, from: text(before[field]), to: text(after[field]) }))
}

function readable(change: FieldChange): FieldChange {
  if (change.field === 'amount_cents') return renamed(change, 'amount', fieldFormats.amount_cents)
  if (change.field === 'per_diem_cents') return renamed(change, 'per_diem', fieldFormats.amount_cents)
  if (change.field === 'payee_join') return { ...change, from: joinWord(change.from), to: joinWord(change.to) }
  if (change.field === 'accounting') return renamed(change, 'accounting', linesInWords)
  if (change.field === 'priority_rank')
    return renamed(change, 'priority_level', (rank) => priorityOfRank(Number(rank))?.name ?? rank)
  return change
}

function renamed(change: FieldChange, field: string, format: (stored: string) => string): FieldChange {
  return { field, from: change.from && format(change.from), to: change.to && format(change.to) }
}

function joinWord(stored: string | null): string {
  return (stored ?? 'and').toUpperCase()
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}

/** An event of a request's check, and the resulting status and values of the request. */
export interface Followed {
  readonly name: 'status' | 'voided' | 'stopped'
  readonly from: readonly StatusName[]
  readonly to: StatusName
  readonly values?: RequestChange['values']
  readonly comment?: string | null
  readonly changes?: readonly FieldChange[]
}

/**
 * Updates a request to match its check (E6), whose own rules have already allowed the event. Clears the completed date
 * if the request was closed.
 */
export async function followCheck(
  unit: Unit,
  caller: Caller,
  request: FoundRequest,
  { name, from, to, values, comment = null, changes = [] }: Followed,
): Promise<void> {
  const now = statusOf(request.status_id)
  if (!from.includes(now.name))
    throw new Failure(
      'CONFLICT',
      `${request.request_number} is now ${now.badge}, so this action on its check isn’t possible.`,
    )
  await beforeChange(unit.trx, 'check-request', request.id)
  const at = moment(unit.now)
  const status = { status_id: statusNamed(to).id, status_changed_at: at, cleared_at: isClosed(to) ? at : null }
  const event = { name, comment, changes } as const
  await applyChange(unit, caller, request, { values: { ...values, ...status }, event })
}
