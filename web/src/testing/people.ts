import { type RoleName, roleNamed, roles } from '@check-requests/domain/access/roles.ts'
import type { SessionUser } from '@check-requests/domain/access/sessions/fields.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import type { Person } from '#access/sessions/session-state.ts'

const ada: Omit<SessionUser, 'role' | 'all_roles' | 'all_role_names'> = {
  token: 'w1.token',
  id: 7,
  email: 'ada@lakeside.example',
  firstname: 'Ada',
  lastname: 'Moreno',
  access_level: 1,
  dealer_group_id: 1,
  dealership_id: [],
  department_id: [],
  password_reminder: false,
  password_change_required: false,
}

/** Ada Moreno, number 7, signed in with this role in the dealer group 1. */
export function userAs(role: RoleName, changes: Partial<SessionUser> = {}): SessionUser {
  const { id, label } = roleNamed(role)
  return { ...ada, role: id, all_roles: [id], all_role_names: [label], ...changes }
}

/** The same user as the screens know them. */
export function personAs(role: RoleName, changes: Partial<SessionUser> = {}): Person {
  const { token: _, ...user } = userAs(role, changes)
  return { ...user, role, roleId: roleNamed(role).id }
}

/** A row of the list of users: a requester of the dealer group 1. */
export function storedUser(changes: Partial<User> = {}): User {
  const role_ids = changes.role_ids ?? [2]
  return {
    id: 21,
    version: 3,
    username: 'nina@lakeside.example',
    email: 'nina@lakeside.example',
    title: null,
    first_name: 'Nina',
    last_name: 'Newman',
    role_names: roles.filter(({ id }) => role_ids.includes(id)).map(({ label }) => label),
    primary_role: role_ids[0] ?? 2,
    access_level: '1',
    dealer_group_id: 1,
    dealer_group_name: 'Lakeside Auto Group',
    dealership_ids: [],
    dealership_name: [],
    department_ids: [],
    department_name: [],
    active: true,
    mail_refused: null,
    created_at: '2026-11-21T12:00:00.000Z',
    ...changes,
    role_ids,
  }
}
