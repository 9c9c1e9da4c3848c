import type { Generated } from 'kysely'

/** A deleted user keeps the row, so that requests and history keep the name; the e-mail becomes free again (A17). */
export interface UserTable {
  id: Generated<number>
  email: string
  username: string
  title: string | null
  first_name: string
  last_name: string
  password_hash: string
  /** 1 while the password is one that an admin has chosen. */
  password_by_admin: Generated<number>
  primary_role: number
  access_level: number
  dealer_group_id: number | null
  active: Generated<number>
  created_at: string
  deleted_at: string | null
}

export interface UserRoleTable {
  user_id: number
  role_id: number
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

export interface UserTables {
  users: UserTable
  user_roles: UserRoleTable
  user_dealerships: UserDealershipTable
  user_departments: UserDepartmentTable
}
