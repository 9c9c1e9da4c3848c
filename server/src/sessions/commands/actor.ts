import type { Actor } from '../../audit/commands/record.ts'
import type { Caller } from '../queries/caller.ts'

/** The caller as the audit trail names them. */
export function actorOf(caller: Caller): Actor {
  return { userId: caller.userId, name: caller.name, roleId: caller.roleId, sessionId: caller.sessionId }
}

/** The chain that tells of the caller themselves: their group's, or the system's for a super admin. */
export function homeChain(caller: Caller): number {
  return caller.scope.dealerGroupId ?? 0
}
