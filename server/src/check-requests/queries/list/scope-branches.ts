import { onlyOwn } from '@check-requests/domain/access/permissions.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { Caller } from '../../../sessions/queries/caller.ts'

/** The column that bounds what a caller sees, and the values it may have; no column where everything is seen. */
export interface Bound {
  readonly column: 'requester_id' | 'dealer_group_id' | 'dealership_id' | 'department_id' | null
  readonly values: readonly number[]
  /** The tenant wall beside it, for requesters who moved to another group. */
  readonly dealerGroupId: number | null
}

/** What a caller sees of all requests, as one indexed column and its values (A12). */
export function boundOf(caller: Caller): Bound {
  const { level, dealerGroupId, dealershipIds, departmentIds } = caller.scope
  if (onlyOwn(caller.role, 'check-requests.read'))
    return { column: 'requester_id', values: [caller.userId], dealerGroupId }
  if (level === accessLevels.superAdmin) return { column: null, values: [0], dealerGroupId }
  if (level === accessLevels.group)
    return { column: 'dealer_group_id', values: [dealerGroupId as number], dealerGroupId }
  if (level === accessLevels.dealership) return { column: 'dealership_id', values: dealershipIds, dealerGroupId }
  return { column: 'department_id', values: departmentIds, dealerGroupId }
}
