import { leadsInto } from '@check-requests/domain/access/scope.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from './accounts.ts'

/** Does the caller work with a dealership that draws on this account? */
export function worksWith(
  { scope }: Caller,
  account: Pick<ShownAccount, 'dealer_group_id' | 'dealership_ids'>,
): boolean {
  const { dealer_group_id: dealerGroupId, dealership_ids } = account
  if (scope.dealerGroupId !== null && scope.dealerGroupId !== dealerGroupId) return false
  return dealership_ids.some((dealershipId) => leadsInto(scope, { dealerGroupId, dealershipId, departmentId: null }))
}
