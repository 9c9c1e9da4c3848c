import { roles } from '@check-requests/domain/access/roles.ts'
import { unmetRequirement } from '@check-requests/domain/access/second-factor/rules.ts'
import type { OwnSession, SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import type { Caller } from './queries/caller.ts'
import type { listSessionsOf } from './queries/sessions.ts'

/**
 * The session user in API form (R112, A17). `forceOwnPassword` is true if this installation requires users to choose
 * their own password.
 */
export function presentSession(caller: Caller, token: string, forceOwnPassword: boolean): SessionUser {
  const unmet = unmetRequirement(caller)
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
    ...(caller.hasPayeeList && { payee_list: true }),
    ...(caller.hasBankAccount && { bank_accounts: true }),
    ...(caller.isAuditor && { audits: true }),
    ...(unmet && { second_factor_demand: { from: unmet.from, required: unmet.isDue } }),
  }
}

/** A user's sessions in API form, the current one first. */
export function presentOwnSessions(rows: Awaited<ReturnType<typeof listSessionsOf>>, current: string): OwnSession[] {
  const own = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    agent: row.agent,
    network: row.network,
    role: row.active_role,
    began_at: row.authenticated_at,
    last_used_at: row.last_human_at,
    current: row.id === current,
  }))
  return own.toSorted((one, other) => Number(other.current) - Number(one.current))
}
