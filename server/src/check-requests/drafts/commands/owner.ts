import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Owner } from '../queries/drafts.ts'

/** The caller as the owner of drafts. */
export function ownerOf({ userId, roleId, scope }: Caller): Owner {
  return { userId, roleId, dealerGroupId: scope.dealerGroupId }
}
