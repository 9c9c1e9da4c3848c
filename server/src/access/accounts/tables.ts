import type { RoleId } from '@check-requests/domain/access/roles.ts'
import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import type { AuditorState } from '@check-requests/domain/people/auditors/fields.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A user. The row remains after deletion so that requests and history keep the name. The email can be used again (A17).
 */
export interface UserTable {
  id: Generated<number>
  version: Generated<number>
  email: string
  username: string
  title: string | null
  first_name: string
  last_name: string
  password_hash: string
  /** 1 while the user has a password that an admin chose. */
  password_by_admin: Generated<number>
  /** The admin who chose a password for this account, until a second user confirms it. */
  password_chosen_by_id: number | null
  primary_role: RoleId
  access_level: AccessLevel
  dealer_group_id: number | null
  /** The id that a directory has for the user. Null if no directory manages the user. */
  external_id: string | null
  /** 1 while the user is inactive because a directory took the last role. The role is still stored, but not held. */
  roles_taken: Generated<number>
  active: Generated<number>
  created_at: Moment
  deleted_at: Moment | null
}

export interface UserRoleTable {
  user_id: number
  role_id: RoleId
}

export interface UserDealershipTable {
  user_id: number
  dealer_group_id: number
  dealership_id: number
}

export interface UserDepartmentTable {
  user_id: number
  dealer_group_id: number
  dealership_id: number
  department_id: number
}

/** A user's access as an auditor of their dealer group. */
export interface AuditorTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  user_id: number
  state: AuditorState
  /** The user who proposed the access or its end. */
  asked_by_id: number
  asked_by_name: string
  asked_at: Moment
  confirmed_by_id: number | null
  confirmed_by_name: string | null
  confirmed_at: Moment | null
}

export interface AccountTables {
  auditors: AuditorTable
  users: UserTable
  user_roles: UserRoleTable
  user_dealerships: UserDealershipTable
  user_departments: UserDepartmentTable
}
