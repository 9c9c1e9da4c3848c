import type { Caller } from '../queries/caller.ts'

/** The chain for entries about the caller: their group's, or the system's for a super admin. */
export function homeChain(caller: Caller): number {
  return caller.scope.dealerGroupId ?? 0
}
