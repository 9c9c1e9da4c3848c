import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { recordAudit } from '../../audit/commands/record.ts'
import type { RepeatableCall } from '../../platform/answered-calls.ts'
import type { Change } from '../../platform/change-feed.ts'
import { moment } from '../../platform/clock.ts'
import { actorOf } from '../../sessions/commands/actor.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { scopeNamesOfRequest } from '../../sessions/queries/scope-names.ts'
import type { Tx } from '../../tables.ts'
import { placeOf } from '../queries/detail/find.ts'
import { type HistoryRow, insertHistory, type NewHistory } from '../queries/detail/history.ts'

/** Who commands, and whether the call may be a repeat. */
export interface Command {
  readonly caller: Caller
  readonly repeatable: RepeatableCall | undefined
}

/** One field that changed, as the activity log shows it. */
export interface FieldChange {
  readonly field: string
  readonly from: string | null
  readonly to: string | null
}

interface Deed {
  readonly requestId: number
  readonly action: NewHistory['action']
  readonly statusId: number
  readonly note?: string | null
  readonly checkNumber?: string | null
  readonly changes?: readonly FieldChange[]
}

/** Writes what was done into the request's history. */
export function writeHistory(trx: Tx, caller: Caller, deed: Deed, at: number): Promise<HistoryRow> {
  return insertHistory(trx, {
    check_request_id: deed.requestId,
    action: deed.action,
    status_id: deed.statusId,
    note: deed.note ?? null,
    user_id: caller.userId,
    user_name: caller.name,
    role_id: caller.roleId,
    check_number: deed.checkNumber ?? null,
    changes: JSON.stringify(deed.changes ?? []),
    created_at: moment(at),
  })
}

type Stored = { readonly id: number; readonly dealer_group_id: number } & Readonly<Record<string, unknown>>

/**
 * Writes what was done into the audit trail of the request's dealer group, as stored values.
 * Without `before`, the request's values of the fields in `after` are taken.
 */
export function auditRequest(
  trx: Tx,
  caller: Caller,
  request: Stored,
  event: { action: string; before?: Record<string, unknown>; after?: Record<string, unknown> },
  at: number,
): Promise<void> {
  const before = event.before ?? pick(request, Object.keys(event.after ?? {}))
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  return recordAudit(trx, actorOf(caller), { ...subject, ...event, before }, at)
}

function pick(request: Stored, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => field in request).map((field) => [field, request[field]]))
}

/** What everybody who can see the request should hear of. */
export function requestChanged(request: Parameters<typeof placeOf>[0] & { id: number; requester_id: number }): Change {
  return {
    topic: 'check-requests',
    id: request.id,
    scopes: scopeNamesOfRequest(placeOf(request), request.requester_id),
  }
}

/** The stored fields of two states that differ, as people read them. */
export function fieldChanges(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return Object.keys(after)
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => readable({ field, from: text(before[field]), to: text(after[field]) }))
}

function readable(change: FieldChange): FieldChange {
  if (change.field === 'amount_cents') return renamed(change, 'amount', (cents) => formatDollars(Number(cents) / 100))
  if (change.field === 'priority_rank') return renamed(change, 'priority_level', priorityOfRank)
  return change
}

function renamed(change: FieldChange, field: string, format: (stored: string) => string): FieldChange {
  return { field, from: change.from && format(change.from), to: change.to && format(change.to) }
}

function priorityOfRank(rank: string): string {
  return priorities.find((priority) => priority.rank === Number(rank))?.name ?? rank
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
