import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { ViewOwner } from '../queries/views.ts'

/** The caller as the owner of views. */
export function ownerOf({ userId, scope }: Caller): ViewOwner {
  return { userId, dealerGroupId: scope.dealerGroupId }
}
