import { type RequestFilter, requestFilter } from '@check-requests/domain/access/request-scope.ts'
import type { Caller } from '../../../sessions/queries/caller.ts'

/** What a caller sees of all requests: the values that one column may have, and no column where everything is seen. */
export interface Bound {
  readonly column: RequestFilter['column']
  /** A query has one branch for each of them, so that there is one also where there is no column. */
  readonly values: readonly number[]
  /** The caller's dealer group beside it, for requesters who moved to another one. */
  readonly dealerGroupId: number | null
}

/** What a caller sees of all requests, as one indexed column and its values (A12). */
export function boundOf(caller: Caller): Bound {
  const { column, ids } = requestFilter(caller)
  return { column, values: column === null ? [0] : ids, dealerGroupId: caller.scope.dealerGroupId }
}
