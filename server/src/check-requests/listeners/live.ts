import { placeOf } from '@check-requests/domain/access/scope.ts'
import { scopeNamesOfRequest } from '../../access/sessions/queries/scope-names.ts'
import type { Unit } from '../../services.ts'
import type { RequestEvent } from './request-event.ts'

/** Notifies everybody who could see the request before the change or can see it after. */
export function announceRequest({ changed }: Unit, event: RequestEvent): void {
  const { id, dealer_group_id, dealership_id, department_id, requester_id } = event.request
  const before = { dealer_group_id, dealership_id, department_id, requester_id }
  const after = event.name === 'deleted' ? before : { ...before, ...event.after }
  const scopes = [before, after].flatMap((row) => scopeNamesOfRequest(placeOf(row), row.requester_id))
  changed({ topic: 'check-requests', id, scopes: [...new Set(scopes)] })
}
