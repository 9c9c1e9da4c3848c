import { findRole } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import type { Person } from '#access/sessions/session-state.ts'

export function isSuperAdmin(person: Person): boolean {
  return person.access_level === accessLevels.superAdmin
}

/** Why this admin can't change that user; undefined when they can (A17). The server repeats this check. */
export function refusalToChange(admin: Person, user: User): string | undefined {
  if (isSuperAdmin(admin) || user.id === admin.id) return undefined
  const isAdmin = user.role_ids.some((id) => findRole(id)?.name === 'admin')
  return isAdmin ? 'Only super admins can change an admin. Ask a super admin.' : undefined
}

/** Why this admin can't delete that user; undefined when they can (A17). */
export function refusalToDelete(admin: Person, user: User): string | undefined {
  return user.id === admin.id ? 'You can’t delete your own account.' : refusalToChange(admin, user)
}

/** Whether this user can hold approval titles: only approvers of a dealer group can. */
export function holdsTitles({ role_ids, dealer_group_id }: User): boolean {
  return dealer_group_id !== null && role_ids.some((id) => findRole(id)?.name === 'approver')
}

/** Why this admin can't set that user's approval titles, as users can't set their own; undefined when they can. */
export function refusalToSetTitles(admin: Person, user: User): string | undefined {
  if (user.id === admin.id) return 'Another admin has to set your approval titles (separation of duties).'
  return refusalToChange(admin, user)
}
