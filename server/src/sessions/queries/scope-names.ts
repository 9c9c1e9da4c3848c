import { onlyOwn } from '@check-requests/domain/access/permissions.ts'
import { accessLevels, type Place } from '@check-requests/domain/access/scope.ts'
import type { Topic } from '@check-requests/domain/api/topics.ts'
import type { Caller } from './caller.ts'

/**
 * The names by which a caller's view of a topic is known: a change under any of them makes the view stale.
 * Requests are shown with the names of places, choices and people, so they depend on those as well.
 */
export function scopeNamesOf(caller: Caller, topic: Topic): string[] {
  const group = caller.scope.dealerGroupId ?? 'all'
  const named = (what: Topic) => [`${what}:${group}`, `${what}:shared`]
  if (topic !== 'check-requests') return named(topic)
  return [...requestsOf(caller), ...named('organisation'), ...named('users')]
}

function requestsOf(caller: Caller): string[] {
  const { scope } = caller
  if (onlyOwn(caller.role, 'check-requests.read')) return [`requester:${caller.userId}`]
  if (scope.level === accessLevels.superAdmin) return ['requests:all']
  if (scope.level === accessLevels.group) return [`group:${scope.dealerGroupId}`]
  if (scope.level === accessLevels.dealership) return scope.dealershipIds.map((id) => `dealership:${id}`)
  return scope.departmentIds.map((id) => `department:${id}`)
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
