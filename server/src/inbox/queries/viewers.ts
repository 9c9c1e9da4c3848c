import { seesRequest } from '@check-requests/domain/access/request-scope.ts'
import { isRoleId, type RoleId, type RoleName, roleOf } from '@check-requests/domain/access/roles.ts'
import { accessLevels, type Scope } from '@check-requests/domain/access/scope.ts'
import { confirmedRoles } from '@check-requests/domain/confirmations/rules.ts'
import { sql } from 'kysely'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { scopeIn } from '../../confirmations/queries/confirmations.ts'
import { joinedIds, splitIds } from '../../platform/id-list.ts'
import type { Db } from '../../tables.ts'

/** Somebody who can see a request. */
export interface Viewer {
  readonly userId: number
  readonly name: string
  readonly primaryRole: RoleId
  /** The roles in force in which they see it; none for somebody whose only such role waits for a second person. */
  readonly rolesInForce: readonly RoleId[]
}

type Request = Pick<StoredRequest, 'dealer_group_id' | 'dealership_id' | 'department_id' | 'requester_id'>

/** Which viewers are wanted: those among these people, those in this role. */
interface Wanted {
  readonly among?: readonly number[]
  readonly role?: RoleName
}

/** Who can see a request now, in one of their roles or in this one, by name. */
export async function listViewers(
  db: Db,
  request: Request,
  now: string,
  { among, role }: Wanted = {},
): Promise<Viewer[]> {
  const named = among ? candidates(db, request, now).where('users.id', 'in', among) : candidates(db, request, now)
  const rows = among?.length === 0 ? [] : await named.execute()
  return rows.flatMap((row) => {
    const roles = rolesSeeing(row, request, role)
    const waiting = isWaiting(row) ? splitIds(row.waiting_role_ids) : []
    const viewer = {
      userId: row.id,
      name: `${row.first_name} ${row.last_name}`,
      primaryRole: row.primary_role,
      rolesInForce: roles.filter((id) => !waiting.includes(id)),
    }
    return roles.length > 0 ? [viewer] : []
  })
}

// What a scope covers is decided by `seesRequest`; the conditions here keep out who cannot be in question.
function candidates(db: Db, { dealer_group_id, dealership_id, department_id, requester_id }: Request, now: string) {
  const { superAdmin, group } = accessLevels
  return db
    .selectFrom('users')
    .leftJoin('dealer_groups', 'dealer_groups.id', 'users.dealer_group_id')
    .leftJoin('account_confirmations', (join) =>
      join
        .onRef('account_confirmations.user_id', '=', 'users.id')
        .on('account_confirmations.in_effect', '=', 0)
        .on(({ eb, or }) =>
          or([
            eb('account_confirmations.effective_at', 'is', null),
            eb('account_confirmations.effective_at', '>', now),
          ]),
        ),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.primary_role', 'users.access_level'])
    .select(['users.dealer_group_id', 'account_confirmations.scope_in_force', 'dealer_groups.account_confirmation'])
    .select('account_confirmations.user_id as unconfirmed')
    .select([
      joinedIds('user_roles', 'role_id', 'user_id', 'users.id').as('role_ids'),
      joinedIds('waiting_roles', 'role_id', 'user_id', 'users.id').as('waiting_role_ids'),
      joinedIds('user_dealerships', 'dealership_id', 'user_id', 'users.id').as('dealership_ids'),
      joinedIds('user_departments', 'department_id', 'user_id', 'users.id').as('department_ids'),
    ])
    .where('users.active', '=', 1)
    .where('users.deleted_at', 'is', null)
    .where(({ eb, or, exists, selectFrom, and }) => {
      const dealership = selectFrom('user_dealerships').select('user_id').whereRef('user_id', '=', 'users.id')
      const department = selectFrom('user_departments').select('user_id').whereRef('user_id', '=', 'users.id')
      return or([
        eb('users.access_level', '=', superAdmin),
        and([
          eb('users.dealer_group_id', '=', dealer_group_id),
          or([
            eb('users.access_level', '=', group),
            eb('users.id', '=', requester_id),
            eb('account_confirmations.scope_in_force', 'is not', null),
            ...(dealership_id === null ? [] : [exists(dealership.where('dealership_id', '=', dealership_id))]),
            ...(department_id === null ? [] : [exists(department.where('department_id', '=', department_id))]),
          ]),
        ]),
      ])
    })
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof candidates>['executeTakeFirstOrThrow']>>

function isWaiting({ unconfirmed, account_confirmation }: Row): boolean {
  return unconfirmed !== null && account_confirmation !== 0
}

function rolesSeeing(row: Row, request: Request, wanted: RoleName | undefined): RoleId[] {
  const scope: Scope = {
    level: row.access_level,
    dealerGroupId: row.dealer_group_id,
    dealershipIds: splitIds(row.dealership_ids),
    departmentIds: splitIds(row.department_ids),
  }
  const narrower = isWaiting(row) ? scopeIn(row.scope_in_force) : undefined
  return splitIds(row.role_ids)
    .filter(isRoleId)
    .filter((role) => wanted === undefined || roleOf(role).name === wanted)
    .filter((role) => {
      const inForce = confirmedRoles.includes(role) ? (narrower ?? scope) : scope
      return seesRequest({ userId: row.id, role: roleOf(role).name, scope: inForce }, request)
    })
}
