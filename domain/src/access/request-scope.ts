import { onlyOwn } from './permissions.ts'
import type { RoleName } from './roles.ts'
import { accessLevels, covers, placeOf, type Scope, type ScopeFilter, scopeFilter } from './scope.ts'

/** Somebody who looks at requests, in a role and with a scope. */
export interface Viewer {
  readonly userId: number
  readonly role: RoleName
  readonly scope: Scope
}

/** What somebody sees of all requests, as one column of a request and the ids it may have; no column: everything. */
export interface RequestFilter {
  readonly column: ScopeFilter['column'] | 'requester_id'
  readonly ids: readonly number[]
}

/** The requests that somebody sees: their own, where the role sees no others, else those that the scope covers (A12). */
export function requestFilter({ userId, role, scope }: Viewer): RequestFilter {
  return onlyOwn(role, 'check-requests.read') ? { column: 'requester_id', ids: [userId] } : scopeFilter(scope)
}

/**
 * Does somebody see this request (A12)? Own requests stay visible to whoever raised them within their dealer group,
 * also after a move to another department.
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
