import { type RequestFilter, requestFilter } from '@check-requests/domain/access/permissions.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'

/** The requests a caller sees: one indexed column and its allowed ids; a null column means everything (A12). */
export interface RequestScope extends RequestFilter {
  /** The caller's dealer group as well, for requesters who moved to another one. */
  readonly dealerGroupId: number | null
  /** True when a filter names the ids, which can be of other dealer groups. */
  readonly isNarrowed?: boolean
}

export function requestScope(caller: Caller): RequestScope {
  return { ...requestFilter(caller), dealerGroupId: caller.scope.dealerGroupId }
}

/** The dealer group of a caller: who stands in for somebody decides beyond their own scope on what waits for them. */
export function wholeGroup({ scope: { dealerGroupId } }: Caller): RequestScope {
  return { column: 'dealer_group_id', ids: dealerGroupId === null ? [] : [dealerGroupId], dealerGroupId }
}

/** True for callers who see no requests at all, such as at department level without any department. */
export function isEmptyScope({ column, ids }: RequestScope): boolean {
  return column !== null && ids.length === 0
}
