import { roles } from '@check-requests/domain/access/roles.ts'
import type { SessionUser } from '@check-requests/domain/sessions/fields.ts'
import type { Caller } from './queries/caller.ts'

/**
 * The session user as clients know it (R112, A17). `forceOwnPassword`: this installation demands a password of one's
 * own.
 */
export function presentSession(caller: Caller, token: string, forceOwnPassword: boolean): SessionUser {
  return {
    token,
    role: caller.roleId,
    id: caller.userId,
    email: caller.email,
    firstname: caller.firstName,
    lastname: caller.lastName,
    all_roles: [...caller.allRoles],
    all_role_names: roles.filter((role) => caller.allRoles.includes(role.id)).map((role) => role.label),
    access_level: caller.scope.level,
    dealer_group_id: caller.scope.dealerGroupId,
    dealership_id: [...caller.scope.dealershipIds],
    department_id: [...caller.scope.departmentIds],
    password_reminder: caller.passwordByAdmin,
    password_change_required: caller.passwordByAdmin && forceOwnPassword,
  }
}
