import { placeOf } from '@check-requests/domain/access/scope.ts'
import type { Unit } from '../../services.ts'
import { scopeNamesOfRequest } from '../../sessions/queries/scope-names.ts'
import type { RequestEvent } from './request-event.ts'

/** Notifies everybody who could see the request before the change or can see it after. */
export function announceRequest({ changed }: Unit, event: RequestEvent): void {
  const { request } = event
  const after = event.name === 'deleted' ? request : { ...request, ...event.after }
  const scopes = [request, after].flatMap((row) => scopeNamesOfRequest(placeOf(row), row.requester_id))
  changed({ topic: 'check-requests', id: request.id, scopes: [...new Set(scopes)] })
}
