import { requestFilter } from '@check-requests/domain/access/permissions.ts'
import type { Place } from '@check-requests/domain/access/scope.ts'
import type { FreshBy, Topic } from '@check-requests/domain/api/endpoint.ts'
import type { Caller } from './caller.ts'

/**
 * The channel names of a caller's view of a topic: a change under any of these names makes the view stale. Notices
 * depend on requests, and requests show the names of places, choices, and users, so views of notices and requests have
 * those channels, too.
 */
export function scopeNamesOf(caller: Caller, topic: FreshBy): string[] {
  const group = caller.scope.dealerGroupId ?? 'all'
  const named = (what: Topic) => [`${what}:${group}`, `${what}:shared`]
  // Checks and bank files change for the whole dealer group.
  if (topic === 'waiting') return [`group:${group}`, ...scopeNamesOf(caller, 'check-requests')]
  if (topic === 'inbox') return [`inbox:${caller.userId}`, ...scopeNamesOf(caller, 'check-requests')]
  if (topic === 'documents') return [`documents:${caller.userId}`]
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
  // Delegates see requests in any location that are pending for the absent user.
  if (caller.standsInFor.length > 0) return [`group:${caller.scope.dealerGroupId}`, `requester:${caller.userId}`]
  return column === null ? ['requests:all'] : ids.map((id) => `${namedBy[column]}:${id}`)
}

/** The channel names of all views that show a request of this requester at this location. */
export function scopeNamesOfRequest(place: Place, requesterId: number): string[] {
  return [
    'requests:all',
    `requester:${requesterId}`,
    `group:${place.dealerGroupId}`,
    ...(place.dealershipId === null ? [] : [`dealership:${place.dealershipId}`]),
    ...(place.departmentId === null ? [] : [`department:${place.departmentId}`]),
  ]
}
