import { placeOf } from '@check-requests/domain/access/scope.ts'
import { type Hand, handFields } from '@check-requests/domain/check-requests/duties.ts'
import { eventNamed } from '@check-requests/domain/check-requests/events.ts'
import { scopeNamesOfRequest } from '../../access/sessions/queries/accounts.ts'
import { moment } from '../../platform/clock.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
import { type HistoryRow, insertHistory, markHandled } from '../queries/detail/history.ts'
import { addHand } from '../queries/write/hands.ts'
import type { RequestChanged, RequestEvent } from './request-event.ts'

/** Adds the event to the history of the request (A5). */
export function recordHistory({ trx, now }: Unit, event: RequestChanged): Promise<HistoryRow> {
  const { name, actor, request, after, comment, changes } = event
  return insertHistory(trx, {
    check_request_id: request.id,
    action: name,
    status_id: after.status_id ?? request.status_id,
    note: comment ?? null,
    user_id: actor.userId,
    user_name: actor.name,
    role_id: actor.roleId,
    check_number: after.check_number ?? null,
    changes: JSON.stringify(changes ?? []),
    created_at: moment(now),
  })
}

/** Adds the event to the audit trail of the request's dealer group, as stored values (A18). */
export function auditRequest(unit: Unit, event: RequestEvent): void {
  const { actor, request, before } = event
  const { action } = eventNamed(event.name)
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  unit.audit({ actor, ...subject, action, before, after: event.name === 'deleted' ? undefined : valuesOf(event) })
}

function valuesOf({ name, after, comment, details }: Exclude<RequestEvent, { name: 'deleted' }>): object {
  const { comment: field } = eventNamed(name)
  return { ...after, ...(field && { [field]: comment }), ...details }
}

/** Records that the user decided on the request (B3). */
export async function rememberDecision({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'deleted' && event.decides) await markHandled(trx, event.actor.userId, event.request.id)
}

/** Records participants in the request, for separation of duties (E9). */
export async function rememberHands({ trx }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return
  await together(...handsIn(event).map((hand) => addHand(trx, event.request.id, hand)))
}

/** How an event makes users participants in the request. */
export function handsIn({ name, actor, request, before, after, approves }: RequestChanged): Hand[] {
  const { userId } = actor
  if (name === 'created') {
    // The user who has seen the secret of a program's token could raise a request in its name.
    const people = new Set([userId, request.requester_id, actor.token?.createdById ?? userId])
    return [...people].map((person) => ({ userId: person, part: 'raised' }))
  }
  if (name === 'resubmitted')
    return handFields.some((field) => field in after && before[field] !== after[field])
      ? [{ userId, part: 'edited' }]
      : []
  return approves ? [{ userId, part: 'approved' }] : []
}

/** Notifies everyone who could see the request before the change or can see it after. */
export function announceRequest({ changed }: Unit, event: RequestEvent): void {
  const { id, dealer_group_id, dealership_id, department_id, requester_id } = event.request
  const before = { dealer_group_id, dealership_id, department_id, requester_id }
  const after = event.name === 'deleted' ? before : { ...before, ...event.after }
  const scopes = [before, after].flatMap((row) => scopeNamesOfRequest(placeOf(row), row.requester_id))
  changed({ topic: 'check-requests', id, scopes: [...new Set(scopes)] })
}
