import { type AccessLevel, accessLevels, type Scope } from '@check-requests/domain/access/scope.ts'
import { accountErrors, type CreateUserInput } from '@check-requests/domain/users/fields.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Tx } from '../../tables.ts'
import { type AccountValues, findScopeError, type Reach } from '../queries/store.ts'

/** An account as an admin has put it together: columns, and roles with places. */
export interface Account {
  readonly values: AccountValues
  readonly reach: Reach
  readonly scope: Scope
}

const errors = {
  dealer_group_id: 'This dealer group does not exist.',
  dealership_ids: 'Choose dealerships of the dealer group.',
  department_ids: 'Choose departments of the chosen dealerships.',
}

/** Brings the fields of an account in line with its roles and level, or refuses with the field at fault (R181, R182). */
export function settleAccount(input: Omit<CreateUserInput, 'password'>): Account {
  const found = accountErrors(input)
  if (Object.keys(found).length > 0) throw invalidFields(found)
  const level = input.access_level as AccessLevel
  const [onlyRole] = input.role_ids
  const reach = {
    roleIds: input.role_ids,
    dealerGroupId: level === accessLevels.superAdmin ? null : (input.dealer_group_id as number),
    dealershipIds: level >= accessLevels.dealership ? input.dealership_ids : [],
    departmentIds: level >= accessLevels.department ? input.department_ids : [],
  }
  if (reach.roleIds.some((id) => id < 1 || id > 4)) throw invalidFields({ role_ids: 'Choose roles of the list.' })
  const values = {
    email: input.email,
    username: input.username,
    title: input.title,
    first_name: input.first_name,
    last_name: input.last_name,
    primary_role: reach.roleIds.length === 1 ? (onlyRole as number) : (input.primary_role as number),
    access_level: level,
    dealer_group_id: reach.dealerGroupId,
    active: input.active ? 1 : 0,
  }
  return { values, reach, scope: { level, ...reach } }
}

/** Refuses places that do not exist or do not belong together; for whoever may give them, so that nobody else learns of it. */
export async function demandPlaces(trx: Tx, reach: Reach): Promise<void> {
  const error = await findScopeError(trx, reach)
  if (error) throw invalidFields({ [error]: errors[error] })
}
