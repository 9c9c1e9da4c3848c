import type { Caller } from '../queries/caller.ts'

/** The chain that tells of the caller themselves: their group's, or the system's for a super admin. */
export function homeChain(caller: Caller): number {
  return caller.scope.dealerGroupId ?? 0
}
