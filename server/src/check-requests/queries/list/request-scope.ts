import { type RequestFilter, requestFilter } from '@check-requests/domain/access/permissions.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'

/** The requests that a caller sees: one indexed column and its allowed ids; a null column means everything (A12). */
export interface RequestScope extends RequestFilter {
  /** The dealer group that also limits the scope, for requesters who moved to another one. */
  readonly dealerGroupId: number | null
  /** True if a filter supplied the ids, which might belong to other dealer groups. */
  readonly isNarrowed?: boolean
}

export function requestScope(caller: Caller): RequestScope {
  return { ...requestFilter(caller), dealerGroupId: caller.scope.dealerGroupId }
}

/** The dealer group of a caller: a delegate decides on pending requests outside their own scope. */
export function wholeGroup({ scope: { dealerGroupId } }: Caller): RequestScope {
  return { column: 'dealer_group_id', ids: dealerGroupId === null ? [] : [dealerGroupId], dealerGroupId }
}

/** True for callers who see no requests, such as department users without a department. */
export function isEmptyScope({ column, ids }: RequestScope): boolean {
  return column !== null && ids.length === 0
}
