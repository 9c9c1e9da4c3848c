import { requestFilter } from '@check-requests/domain/access/permissions.ts'
import type { Place } from '@check-requests/domain/access/scope.ts'
import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import type { Caller } from './caller.ts'

/**
 * The names by which a caller's view of a topic is known: a change under any of them makes the view stale.
 * What is told of requests depends on them. Requests are shown with the names of places, choices and people, so they depend on those as well.
 */
export function scopeNamesOf(caller: Caller, topic: Topic): string[] {
  const group = caller.scope.dealerGroupId ?? 'all'
  const named = (what: Topic) => [`${what}:${group}`, `${what}:shared`]
  if (topic === 'inbox') return [`inbox:${caller.userId}`, ...scopeNamesOf(caller, 'check-requests')]
  if (topic !== 'check-requests') return named(topic)
  return [...requestsOf(caller), ...named('organisation'), ...named('users')]
}

const namedBy = {
  requester_id: 'requester',
  dealer_group_id: 'group',
  dealership_id: 'dealership',
  department_id: 'department',
} as const

function requestsOf(caller: Caller): string[] {
  const { column, ids } = requestFilter(caller)
  // Who stands in for somebody sees what waits for them, wherever it belongs.
  if (caller.standsInFor.length > 0) return [`group:${caller.scope.dealerGroupId}`, `requester:${caller.userId}`]
  return column === null ? ['requests:all'] : ids.map((id) => `${namedBy[column]}:${id}`)
}

/** The names of all views that show a request of this requester at this place. */
export function scopeNamesOfRequest(place: Place, requesterId: number): string[] {
  return [
    'requests:all',
    `requester:${requesterId}`,
    `group:${place.dealerGroupId}`,
    ...(place.dealershipId === null ? [] : [`dealership:${place.dealershipId}`]),
    ...(place.departmentId === null ? [] : [`department:${place.departmentId}`]),
  ]
}
