import { eventNamed } from '@check-requests/domain/check-requests/events.ts'
import type { Unit } from '../../services.ts'
import type { RequestEvent } from './request-event.ts'

/** Writes what happened into the audit trail of the request's dealer group, as stored values (A18). */
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
