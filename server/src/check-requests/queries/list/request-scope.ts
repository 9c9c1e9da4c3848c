import { type RequestFilter, requestFilter } from '@check-requests/domain/access/request-scope.ts'
import type { Caller } from '../../../sessions/queries/caller.ts'

/** What a caller sees of all requests: one indexed column and the ids it may have; no column: everything (A12). */
export interface RequestScope extends RequestFilter {
  /** The caller's dealer group beside it, for requesters who moved to another one. */
  readonly dealerGroupId: number | null
}

export function requestScope(caller: Caller): RequestScope {
  return { ...requestFilter(caller), dealerGroupId: caller.scope.dealerGroupId }
}

/** True for those who see no request at all, such as at the level of departments without one. */
export function isEmptyScope({ column, ids }: RequestScope): boolean {
  return column !== null && ids.length === 0
}
