import { findRole } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import type { Person } from '#sessions/session-state.ts'

export function isSuperAdmin(person: Person): boolean {
  return person.access_level === accessLevels.superAdmin
}

/** Why this admin cannot change that user; undefined when they can (A17). The server decides in any case. */
export function refusalToChange(admin: Person, user: User): string | undefined {
  if (isSuperAdmin(admin) || user.id === admin.id) return undefined
  const isAdmin = user.role_ids.some((id) => findRole(id)?.name === 'admin')
  return isAdmin ? 'Only a super admin can change an admin.' : undefined
}

/** Why this admin cannot delete that user; undefined when they can (A17). */
export function refusalToDelete(admin: Person, user: User): string | undefined {
  return user.id === admin.id ? 'You cannot delete yourself.' : refusalToChange(admin, user)
}
