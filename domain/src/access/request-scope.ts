import { onlyOwn } from './permissions.ts'
import type { RoleName } from './roles.ts'
import { accessLevels, covers, placeOf, type Scope, type ScopeFilter, scopeFilter } from './scope.ts'

/** Somebody viewing requests, with a role and a scope. */
export interface Viewer {
  readonly userId: number
  readonly role: RoleName
  readonly scope: Scope
}

/** The requests somebody sees, as one request column and its allowed ids; a null column means everything. */
export interface RequestFilter {
  readonly column: ScopeFilter['column'] | 'requester_id'
  readonly ids: readonly number[]
}

/** The requests somebody sees: their own if the role sees no others, otherwise those in scope (A12). */
export function requestFilter({ userId, role, scope }: Viewer): RequestFilter {
  return onlyOwn(role, 'check-requests.read') ? { column: 'requester_id', ids: [userId] } : scopeFilter(scope)
}

/**
 * Does somebody see this request (A12)? Requesters keep seeing their own requests within their dealer group,
 * even after moving to another department.
 */
export function seesRequest(viewer: Viewer, row: Parameters<typeof placeOf>[0] & { requester_id: number }): boolean {
  const { column, ids } = requestFilter(viewer)
  if (column !== 'requester_id') return covers(viewer.scope, placeOf(row))
  return ids.includes(row.requester_id) && covers(wholeGroupOf(viewer.scope), placeOf(row))
}

function wholeGroupOf(scope: Scope): Scope {
  const { superAdmin, group } = accessLevels
  return { ...scope, level: scope.level === superAdmin ? superAdmin : group }
}
