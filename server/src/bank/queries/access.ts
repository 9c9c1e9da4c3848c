import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels, leadsInto } from '@check-requests/domain/access/scope.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import type { Named, ShownAccount } from './accounts.ts'

/** Returns true if the caller works with a dealership that draws on this account. */
export function worksWith(
  { scope }: Caller,
  account: Pick<ShownAccount, 'dealer_group_id' | 'dealership_ids'>,
): boolean {
  const { dealer_group_id: dealerGroupId, dealership_ids } = account
  if (scope.dealerGroupId !== null && scope.dealerGroupId !== dealerGroupId) return false
  return dealership_ids.some((dealershipId) => leadsInto(scope, { dealerGroupId, dealershipId, departmentId: null }))
}

/** Active users who work with one of the account's dealerships and are among these users or have one of these roles. */
export async function listWorkingWith(
  db: Db,
  { dealer_group_id, dealership_ids }: ShownAccount,
  { userIds, roleIds }: { readonly userIds: readonly number[]; readonly roleIds: readonly RoleId[] },
): Promise<Named[]> {
  const people = db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('dealer_group_id', '=', dealer_group_id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
  const chosen =
    userIds.length > 0
      ? people.where('id', 'in', userIds)
      : people.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('user_roles')
              .select('user_id')
              .whereRef('user_id', '=', 'users.id')
              .where('role_id', 'in', roleIds),
          ),
        )
  const rows = await chosen
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('access_level', '<=', accessLevels.group),
        exists(
          selectFrom('user_dealerships')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('dealership_id', 'in', dealership_ids),
        ),
        exists(
          selectFrom('user_departments')
            .innerJoin('departments', 'departments.id', 'user_departments.department_id')
            .select('user_departments.user_id')
            .whereRef('user_departments.user_id', '=', 'users.id')
            .where('departments.dealership_id', 'in', dealership_ids),
        ),
      ]),
    )
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}` }))
}
