import { seesRequest } from '@check-requests/domain/access/permissions.ts'
import { type RoleId, type RoleName, roleNamed, roleOf } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import {
  type Account,
  actingScope,
  activeAccounts,
  mayCover,
  rolesOf,
} from '../../../access/pending-accounts/queries/acting.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../tables.ts'
import type { StoredRequest } from './find.ts'

/** A user who can see a request. */
export interface Viewer {
  readonly userId: number
  readonly name: string
  readonly primaryRole: RoleId
  /**
   * The user's roles in force that let the user see the request. Empty if the only such role is pending confirmation.
   */
  readonly rolesInForce: readonly RoleId[]
}

type Request = Pick<StoredRequest, 'dealer_group_id' | 'dealership_id' | 'department_id' | 'requester_id'>

/** Limits the viewers to these users, to one role, or both. */
interface Wanted {
  readonly among?: readonly number[]
  readonly role?: RoleName
}

/**
 * Lists the users who can see a request now, by name: in the given role if there is one, otherwise in any of their
 * roles.
 */
export async function listViewers(
  db: Db,
  request: Request,
  now: string,
  { among, role }: Wanted = {},
): Promise<Viewer[]> {
  const named = among ? candidates(db, request, now).where('users.id', 'in', among) : candidates(db, request, now)
  const rows = among?.length === 0 ? [] : await named.execute()
  return rows.flatMap((row) => {
    const { all, inForce } = rolesOf(row)
    const isWanted = (id: RoleId) => role === undefined || roleOf(id).name === role
    const seeing = all.filter((id) => isWanted(id) && isSeenIn(row, id, request))
    const viewer = {
      userId: row.id,
      name: `${row.first_name} ${row.last_name}`,
      primaryRole: row.primary_role,
      rolesInForce: seeing.filter((id) => inForce.includes(id)),
    }
    return seeing.length > 0 ? [viewer] : []
  })
}

// `seesRequest` decides who sees a request. These conditions only narrow down the candidates.
function candidates(db: Db, { dealer_group_id, dealership_id, department_id, requester_id }: Request, now: string) {
  return activeAccounts(db, now).where(({ eb, or, and }) =>
    or([
      eb('users.access_level', '=', accessLevels.superAdmin),
      and([
        eb('users.dealer_group_id', '=', dealer_group_id),
        or([eb('users.id', '=', requester_id), mayCover(dealership_id, department_id)]),
      ]),
    ]),
  )
}

function isSeenIn(account: Account, role: RoleId, request: Request): boolean {
  return seesRequest({ userId: account.id, role: roleOf(role).name, scope: actingScope(account, role) }, request)
}

const concerned = prepare((db: Db, param: Params<{ requestId: number }>) =>
  db
    .selectFrom('waiting_reads')
    .select('user_id')
    .where('check_request_id', '=', param('requestId'))
    .union(
      db
        .selectFrom('status_history')
        .select('user_id')
        .where('check_request_id', '=', param('requestId'))
        .where('role_id', '=', roleNamed('approver').id),
    ),
)

/** Lists the approvers who have seen a pending request or acted on it. */
export async function listConcerned(db: Db, requestId: number): Promise<number[]> {
  return (await concerned(db, { requestId }).all()).flatMap(({ user_id }) => user_id ?? [])
}
