import { type RoleId, roleName } from '@check-requests/domain/access/roles.ts'
import { findPerson } from '../access/accounts/queries/people.ts'
import { findAccount } from '../access/sessions/queries/accounts.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { listPurposes } from '../organization/queries/lists.ts'
import type { Services } from '../services.ts'
import { type PlaceIds, placeId } from './queries.ts'

const admin = 'admin@lakeside.example'
const owner = 'superadmin@example.com'

/** The group where approval control is set up, and the users who set it up. */
export interface Scene {
  readonly services: Services
  readonly groupId: number
  readonly places: PlaceIds
  readonly admin: Caller
  readonly owner: Caller
  readonly purposeId: (name: string) => number
}

export async function setScene(services: Services, places: PlaceIds): Promise<Scene> {
  const purposes = new Map((await listPurposes(services.database.read)).map(({ name, id }) => [name, id]))
  return {
    services,
    places,
    groupId: placeId(places, 'LAG'),
    admin: await callerOf(services, admin, 1),
    owner: await callerOf(services, owner, 1),
    purposeId: (name) => purposes.get(name) ?? 0,
  }
}

/** The options for a command run by this caller. */
export function by(caller: Caller) {
  return { caller, repeatable: undefined }
}

/** Returns the caller for a demo user in one of their roles, as if the user had logged in. */
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
    factorRule: undefined,
    byProvider: false,
    underPolicy: false,
    standsInFor: [],
    roleId,
    role: roleName(roleId),
    allRoles: person.roleIds,
  }
}
