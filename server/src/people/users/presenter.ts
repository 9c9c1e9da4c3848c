import { roles } from '@check-requests/domain/access/roles.ts'
import type { OwnSession } from '@check-requests/domain/access/sessions/fields.ts'
import type { FailedLogin, User } from '@check-requests/domain/people/users/fields.ts'
import type { FailedLogins } from '../../access/sessions/queries/failed-logins.ts'
import type { listSessionsOf } from '../../access/sessions/queries/sessions.ts'
import type { Person, PlaceNames } from './queries/people.ts'

/** A user as an admin's list shows them (R121). `refusals`: what the mail server said of addresses, by id. */
export function presentUser(person: Person, names: PlaceNames, refusals: ReadonlyMap<number, string>): User {
  const { scope } = person
  return {
    id: person.userId,
    version: person.version,
    username: person.username,
    email: person.email,
    title: person.title,
    first_name: person.firstName,
    last_name: person.lastName,
    role_ids: [...person.roleIds],
    role_names: roles.filter((role) => person.roleIds.includes(role.id)).map((role) => role.label),
    primary_role: person.primaryRole,
    access_level: `${scope.level}`,
    dealer_group_id: scope.dealerGroupId,
    dealer_group_name: scope.dealerGroupId === null ? null : (names.groups.get(scope.dealerGroupId) ?? null),
    dealership_ids: [...scope.dealershipIds],
    dealership_name: scope.dealershipIds.map((id) => names.dealerships.get(id) ?? ''),
    department_ids: [...scope.departmentIds],
    department_name: scope.departmentIds.map((id) => names.departments.get(id) ?? ''),
    active: person.active,
    ...(person.hasSecondFactor && { second_factor: true as const }),
    mail_refused: refusals.get(person.userId) ?? null,
    created_at: person.createdAt,
  }
}

/** Wrong passwords as admins see them; without a person, they were for names that are no account. */
export function presentFailedLogins(failed: FailedLogins, person: Person | undefined): FailedLogin {
  return {
    user_id: person?.userId ?? null,
    user_name: person?.name ?? null,
    email: person?.email ?? null,
    network: failed.network,
    attempts: failed.attempts,
    first_at: failed.firstAt,
    last_at: failed.lastAt,
  }
}

/** The sessions of a user as an admin sees them; `current`: the session that the admin is working in. */
export function presentSessions(rows: Awaited<ReturnType<typeof listSessionsOf>>, current: string): OwnSession[] {
  return rows.map(({ active_role, authenticated_at, last_human_at, ...row }) => ({
    ...row,
    role: active_role,
    began_at: authenticated_at,
    last_used_at: last_human_at,
    current: row.id === current,
  }))
}
