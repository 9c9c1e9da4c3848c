import { type RoleId, roleName } from '@check-requests/domain/access/roles.ts'
import { findAccount } from '../access/sessions/queries/accounts.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { findPerson } from '../people/users/queries/people.ts'
import type { Services } from '../services.ts'

/** A person of the demo in one of their roles, as if they had logged in. */
export async function callerOf({ database: { read } }: Services, email: string, roleId: RoleId): Promise<Caller> {
  const account = await findAccount(read, email)
  const person = account && (await findPerson(read, account.id))
  if (!person) throw new Error(`The demo has no account ${email}`)
  return {
    ...person,
    sessionId: 'demo',
    waitingRoles: [],
    effectUnnoted: false,
    proofWays: [],
    provedAt: undefined,
    signedInAt: 0,
    factorDemand: undefined,
    byProvider: false,
    underPolicy: false,
    standsInFor: [],
    roleId,
    role: roleName(roleId),
    allRoles: person.roleIds,
  }
}
