import { roleNamed } from '@check-requests/domain/access/roles.ts'
import { accessLevels, coversScope, type Scope } from '@check-requests/domain/access/scope.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Db, Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { findPerson, type Person } from '../queries/people.ts'
import { countActiveSuperAdmins } from '../queries/store.ts'

const admin = roleNamed('admin').id

/**
 * Returns the user with this id if the caller's scope covers them. Super admins are only in the scope of super admins.
 */
export async function loadUser(db: Db, caller: Caller, id: number): Promise<Person> {
  const person = await findPerson(db, id)
  if (!person || !isInReach(caller, person)) throw notFound('user')
  return person
}

/**
 * Loads a user whom no one else can change until this transaction ends. A user read without the lock would overwrite
 * what a parallel change has just stored, such as a deactivation.
 */
export async function lockUser(trx: Tx, caller: Caller, id: number): Promise<Person> {
  await loadUser(trx, caller, id)
  await beforeChange(trx, 'user', id)
  return loadUser(trx, caller, id)
}

/** Returns true if the caller can see and name this user. All users can see themselves. */
export function isInReach(caller: Caller, person: Person): boolean {
  return person.userId === caller.userId || coversScope(caller.scope, person.scope)
}

/** Refuses changes that only a super admin can make: changes to admins, and to users above the caller. */
export function requireAuthority(caller: Caller, person: Person): void {
  if (isSuperAdmin(caller.scope)) return
  if (person.roleIds.includes(admin) && person.userId !== caller.userId)
    throw new Failure('FORBIDDEN', 'Only super admins can change an admin. Ask a super admin.')
}

/**
 * Refuses to grant more than the caller has: the role Admin, super admin level, or a scope wider than the caller's
 * (A17).
 */
export function requireGrantable(caller: Caller, roleIds: readonly number[], scope: Scope, before?: Person): void {
  if (isSuperAdmin(caller.scope)) return
  const isNewAdmin = roleIds.includes(admin) && !before?.roleIds.includes(admin)
  if (isNewAdmin) throw new Failure('FORBIDDEN', 'Only super admins can assign the Admin role. Ask a super admin.')
  if (scope.level === accessLevels.superAdmin)
    throw new Failure('FORBIDDEN', 'Only super admins can create super admins. Ask a super admin.')
  if (!coversScope(caller.scope, scope))
    throw new Failure('FORBIDDEN', 'You can’t give users access to more locations than you have.')
}

/** Refuses a change that locks out the caller or the last super admin who can log in (A17). */
export async function requireAnotherLeft(trx: Tx, caller: Caller, person: Person, action: string): Promise<void> {
  if (person.userId === caller.userId) throw new Failure('CONFLICT', `You can’t ${action} yourself.`)
  await requireSuperAdminLeft(trx, person, action)
}

/** Refuses to remove the last super admin who can log in. */
export async function requireSuperAdminLeft(trx: Tx, person: Person, action: string): Promise<void> {
  if (!isSuperAdmin(person.scope) || !person.active) return
  if ((await countActiveSuperAdmins(trx)) <= 1)
    throw new Failure('CONFLICT', `You can’t ${action} the last active super admin.`)
}

export function isSuperAdmin(scope: Scope): boolean {
  return scope.level === accessLevels.superAdmin
}
