import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels, isAccessLevel, type Scope } from '@check-requests/domain/access/scope.ts'
import type { InviteUserInput } from '@check-requests/domain/people/invitations/fields.ts'
import { accountErrors, type CreateUserInput } from '@check-requests/domain/people/users/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { loadUser, requireAuthority, requireGrantable } from '../../../access/accounts/commands/authority.ts'
import { auditedAccount, emailTaken, userChanged } from '../../../access/accounts/commands/record.ts'
import { findNamesOfScope } from '../../../access/accounts/queries/people.ts'
import {
  type AccountValues,
  type Assignments,
  findScopeError,
  insertAllAssignments,
  insertUsers,
  updateUser,
} from '../../../access/accounts/queries/store.ts'
import { providerInsteadOfPassword } from '../../../access/identity-providers/queries/passwords.ts'
import { type AccountChange, askForConfirmation, rightsOf } from '../../../access/pending-accounts/commands/ask.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import { invite, offerLink, type ShownLink } from '../../../access/sessions/commands/password-links.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commonPasswords } from '../../../platform/crypto/passwords.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'

/** Adds a user with a password chosen by the admin, which the user is asked to replace (R198). Returns the id. */
export async function createUser(
  services: Services,
  { caller, repeatable }: Command,
  { password, ...input }: CreateUserInput,
): Promise<number> {
  const { values, assignments, scope } = settleAccount(input)
  // Grants are checked before the password is compared with place names, because only callers who may grant access can
  // know those names.
  requireGrantable(caller, assignments.roleIds, scope)
  const names = [input.first_name, input.last_name, ...(await findNamesOfScope(services.database.read, scope))]
  const refusal = passwordRefusal(password, { email: input.email, names }, await commonPasswords())
  if (refusal) throw invalidFields({ password: refusal })
  const passwordHash = await services.passwords.hash(password)
  return commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    return addAccount(services, unit, caller, { values, assignments }, passwordHash)
  })
}

type Granted = Pick<Account, 'values' | 'assignments'>

/** Adds an account that the caller may grant, in the command's transaction. Returns the account's id. */
async function addAccount(
  services: Services,
  unit: Unit,
  caller: Caller,
  { values, assignments }: Granted,
  passwordHash: string,
): Promise<number> {
  await requirePlaces(unit.trx, assignments)
  const account = { values, assignments, passwordHash }
  const [stored] = await insertAccounts(unit, caller, [account], ({ values: { email } }) => emailTaken(email))
  if (!stored) throw new Error('No account was stored')
  await tellOfAccount(services, unit, caller, stored)
  return stored.id
}

/**
 * Stores accounts that the caller may grant, in few statements, at places that were looked up earlier. Returns the
 * accounts with their ids, in the same order. `refuse` is called with an account whose email is already used.
 */
export async function insertAccounts<One extends Granted & { readonly passwordHash: string }>(
  { trx, now }: Unit,
  { userId: chosenById }: Caller,
  accounts: readonly One[],
  refuse: (one: One) => Failure,
): Promise<(One & { readonly id: number })[]> {
  const users = accounts.map(({ values, passwordHash: hash }) => ({ values, password: { hash, chosenById } }))
  const byEmail = await insertUsers(trx, users, moment(now))
  // Only the unique key shows that an email is already used, because users in other groups can't be looked up here.
  const stored = accounts.map((one) => {
    const id = byEmail.get(one.values.email)
    if (id === undefined) throw refuse(one)
    return { ...one, id }
  })
  await insertAllAssignments(trx, new Map(stored.map(({ id, assignments }) => [id, assignments])))
  for (const { id } of stored) afterCreate(trx, 'user', id)
  return stored
}

/** Records a stored account in the audit trail, and notifies the user and the users who must confirm the account. */
export async function tellOfAccount(
  services: Services,
  unit: Unit,
  caller: Caller,
  { id, values, assignments, known }: Granted & Pick<AccountChange, 'known'> & { readonly id: number },
): Promise<void> {
  const event = { action: 'user.create', entity: 'user', entityId: id, after: auditedAccount(values, assignments) }
  unit.audit({ actor: caller, chain: assignments.dealerGroupId, ...event })
  unit.changed(userChanged(id, assignments.dealerGroupId))
  await askForConfirmation(unit, { userId: id, before: undefined, newPassword: true, actor: caller, known })
  await offerLink(services, unit, id)
}

/** An account as an admin entered it: columns, roles, and places. */
export interface Account {
  readonly values: AccountValues
  readonly assignments: Assignments
  readonly scope: Scope
}

/** The fields that an admin enters for an account, except the password. */
export type AccountInput = Omit<CreateUserInput, 'password'>

const errors = {
  dealer_group_id: 'This dealer group doesn’t exist. Choose another one.',
  dealership_ids: 'Choose dealerships in the dealer group.',
  department_ids: 'Choose departments of the selected dealerships.',
}

/** Adjusts an account's fields to its roles and level, or refuses the invalid field (R181, R182). */
export function settleAccount(input: AccountInput): Account {
  const found = accountErrors(input)
  if (Object.keys(found).length > 0) throw invalidFields(found)
  const { access_level: level, dealer_group_id = null } = input
  if (!isAccessLevel(level)) throw invalidFields({ access_level: 'Access level is required' })
  const { roleIds, primaryRole } = rolesOf(input)
  const assignments = {
    roleIds,
    dealerGroupId: level === accessLevels.superAdmin ? null : dealer_group_id,
    dealershipIds: level >= accessLevels.dealership ? input.dealership_ids : [],
    departmentIds: level >= accessLevels.department ? input.department_ids : [],
  }
  const values = {
    email: input.email,
    username: input.username,
    title: input.title,
    first_name: input.first_name,
    last_name: input.last_name,
    primary_role: primaryRole,
    access_level: level,
    dealer_group_id: assignments.dealerGroupId,
    active: input.active ? 1 : 0,
  }
  return { values, assignments, scope: { level, ...assignments } }
}

function rolesOf({ role_ids, primary_role }: Pick<CreateUserInput, 'role_ids' | 'primary_role'>) {
  const roleIds: RoleId[] = role_ids.filter(isRoleId)
  const primaryRole = roleIds.length === 1 ? roleIds[0] : roleIds.find((id) => id === primary_role)
  if (roleIds.length < role_ids.length || primaryRole === undefined)
    throw invalidFields({ role_ids: 'Choose roles from the list.' })
  return { roleIds, primaryRole }
}

/**
 * Refuses places that don't exist or don't belong together. Called only for users who may assign them, so that no one
 * else learns about places.
 */
export async function requirePlaces(trx: Tx, assignments: Assignments): Promise<void> {
  const error = await findScopeError(trx, assignments)
  if (error) throw invalidFields({ [error]: errors[error] })
}

interface Invited {
  readonly id: number
  /** The link to pass on; undefined if it was emailed, or for a repeated call. */
  readonly shown: ShownLink | undefined
}

/**
 * Adds a user without a password, who chooses one with the invitation's link. `afterwards` does more in the transaction.
 */
export async function inviteUser(
  services: Services,
  { caller, repeatable }: Command,
  input: InviteUserInput,
  afterwards?: (unit: Unit, id: number) => Promise<void>,
): Promise<Invited> {
  const { values, assignments, scope } = settleAccount(input)
  requireGrantable(caller, assignments.roleIds, scope)
  const hash = await unknownPassword(services)
  let shown: ShownLink | undefined
  const id = await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const added = await addAccount(services, unit, caller, { values, assignments }, hash)
    shown = await invite(services, unit, added)
    await afterwards?.(unit, added)
    return added
  })
  return { id, shown }
}

/**
 * Replaces the link of a user who hasn't accepted the invitation. Anyone who sees the link could choose the password, so
 * the roles have to be confirmed as after a password that an admin chose.
 */
export async function inviteAgain(services: Services, { caller, repeatable }: Command, id: number): Promise<Invited> {
  let shown: ShownLink | undefined
  await commit(services, repeatable, async (unit) => {
    await requireInForce(unit, caller)
    const person = await loadInvited(unit.trx, caller, id)
    await beforeChange(unit.trx, 'user', id)
    await updateUser(unit.trx, id, { password_by_admin: 1, password_chosen_by_id: caller.userId })
    shown = await invite(services, unit, id)
    const chain = person.scope.dealerGroupId
    unit.audit({ actor: caller, chain, action: 'user.invite', entity: 'user', entityId: id })
    unit.changed(userChanged(id, chain))
    await askForConfirmation(unit, { userId: id, before: rightsOf(person), newPassword: true, actor: caller })
    return id
  })
  return { id, shown }
}

async function loadInvited(db: Parameters<typeof loadUser>[0], caller: Caller, id: number) {
  const person = await loadUser(db, caller, id)
  requireAuthority(caller, person)
  const { email, name, active, isInvited, scope } = person
  if (!active) throw new Failure('CONFLICT', `${name} is inactive. Activate the user first.`)
  if (!isInvited) throw new Failure('CONFLICT', `${name} has no open invitation. Set a password instead.`)
  const provider = await providerInsteadOfPassword(db, { email, dealerGroupId: scope.dealerGroupId })
  if (provider !== undefined)
    throw new Failure('CONFLICT', `${name} signs in through ${provider} and needs no invitation.`)
  return person
}

/** The hash of a password that no one knows. */
function unknownPassword({ passwords, random }: Services): Promise<string> {
  return passwords.hash(random(32).toString('base64url'))
}
