import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels, isAccessLevel, type Scope } from '@check-requests/domain/access/scope.ts'
import { accountErrors, type CreateUserInput } from '@check-requests/domain/people/users/fields.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { Tx } from '../../../tables.ts'
import { type AccountValues, type Assignments, findScopeError } from '../queries/store.ts'

/** An account as an admin has put it together: columns, and roles with places. */
export interface Account {
  readonly values: AccountValues
  readonly assignments: Assignments
  readonly scope: Scope
}

/** What an admin enters of an account, beside the password. */
export type AccountInput = Omit<CreateUserInput, 'password'>

const errors = {
  dealer_group_id: 'This dealer group does not exist.',
  dealership_ids: 'Choose dealerships of the dealer group.',
  department_ids: 'Choose departments of the chosen dealerships.',
}

/**
 * Brings the fields of an account in line with its roles and level, or refuses with the field in error (R181, R182).
 */
export function settleAccount(input: AccountInput): Account {
  const found = accountErrors(input)
  if (Object.keys(found).length > 0) throw invalidFields(found)
  const { access_level: level, dealer_group_id = null } = input
  if (!isAccessLevel(level)) throw invalidFields({ access_level: 'Access level is required' })
  const { roleIds, primaryRole } = rolesOf(input)
  const assignments = {
    roleIds,
    dealerGroupId: level === accessLevels.superAdmin ? null : dealer_group_id,
    dealershipIds: level >= accessLevels.dealership ? input.dealership_ids : [],
    departmentIds: level >= accessLevels.department ? input.department_ids : [],
  }
  const values = {
    email: input.email,
    username: input.username,
    title: input.title,
    first_name: input.first_name,
    last_name: input.last_name,
    primary_role: primaryRole,
    access_level: level,
    dealer_group_id: assignments.dealerGroupId,
    active: input.active ? 1 : 0,
  }
  return { values, assignments, scope: { level, ...assignments } }
}

function rolesOf({ role_ids, primary_role }: Pick<CreateUserInput, 'role_ids' | 'primary_role'>) {
  const roleIds: RoleId[] = role_ids.filter(isRoleId)
  const primaryRole = roleIds.length === 1 ? roleIds[0] : roleIds.find((id) => id === primary_role)
  if (roleIds.length < role_ids.length || primaryRole === undefined)
    throw invalidFields({ role_ids: 'Choose roles of the list.' })
  return { roleIds, primaryRole }
}

/**
 * Refuses places that do not exist or do not belong together; for whoever may give them, so that nobody else learns of
 * it.
 */
export async function demandPlaces(trx: Tx, assignments: Assignments): Promise<void> {
  const error = await findScopeError(trx, assignments)
  if (error) throw invalidFields({ [error]: errors[error] })
}
