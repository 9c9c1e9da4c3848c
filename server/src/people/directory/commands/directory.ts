import { isRoleId, type RoleId, roleNamed, roles } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import {
  fitsGroup,
  fitsUser,
  namesOf,
  newNames,
  newNamesOfGroup,
  patchedMembers,
  patchedUser,
  type ScimPart,
  type ScimUser,
  scimGroup,
  scimPart,
  scimUser,
  signInAddress,
} from '@check-requests/domain/people/directory/scim.ts'
import { inviteUserBody } from '@check-requests/domain/people/invitations/fields.ts'
import { type UpdateUserInput, updateUserBody } from '@check-requests/domain/people/users/fields.ts'
import { emailAddress } from '@check-requests/domain/values/fields.ts'
import { isInReach, loadUser, lockUser, requireAuthority } from '../../../access/accounts/commands/authority.ts'
import { listPeople, type Person } from '../../../access/accounts/queries/people.ts'
import { updateUser as storeUser } from '../../../access/accounts/queries/store.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { commit, differing } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { inviteUser } from '../../users/commands/create.ts'
import { removeUser } from '../../users/commands/remove.ts'
import { changeUser } from '../../users/commands/update.ts'
import {
  checked,
  heldBy,
  operationsIn,
  parse,
  present,
  requireAttribute,
  requireFilter,
  ScimFailure,
} from '../presenter.ts'

const requester: RoleId = 2
const admin = roleNamed('admin').id

/** The users in the caller's scope, by id. */
async function listUsers(db: Db, caller: Caller): Promise<Person[]> {
  const people = await listPeople(db, caller.scope.dealerGroupId)
  return people.filter((person) => isInReach(caller, person)).toReversed()
}

/** The users that a filter names. */
async function findUsers({ database }: Services, caller: Caller, filter: string | undefined): Promise<Person[]> {
  const conditions = filter === undefined ? [] : requireFilter(filter)
  const people = await listUsers(database.read, caller)
  return people.filter((person) =>
    conditions.map((condition) => requireAttribute(fitsUser(present.user(person, ''), condition))).every(Boolean),
  )
}

/** The roles that a filter names. */
async function findGroups({ database }: Services, caller: Caller, filter: string | undefined): Promise<RoleId[]> {
  const ids = roles.map(({ id }) => id)
  if (filter === undefined) return ids
  const conditions = requireFilter(filter)
  const people = await listUsers(database.read, caller)
  return ids.filter((id) =>
    conditions.map((condition) => requireAttribute(fitsGroup(present.group(id, people, ''), condition))).every(Boolean),
  )
}

/** The user with this id in the caller's scope. */
async function findUser({ database }: Services, caller: Caller, id: string): Promise<Person> {
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound('user')
  return loadUser(database.read, caller, Number(id))
}

function requireGroup(id: string): RoleId {
  const role = roles.find((one) => String(one.id) === id)
  if (!role) throw notFound('group')
  return role.id
}

/**
 * Adds a user, as the users screen does with an invitation. The user begins as a requester in the program's locations;
 * groups give further roles.
 */
async function createUser(services: Services, caller: Caller, body: unknown): Promise<Person> {
  const user = parse(scimUser.safeParse(body))
  const email = emailOf(user)
  const { level, dealerGroupId, dealershipIds } = caller.scope
  const input = {
    ...namesOf(user, email),
    email,
    username: user.userName,
    title: user.title || null,
    role_ids: [requester],
    primary_role: requester,
    access_level: level === accessLevels.group ? level : accessLevels.dealership,
    dealer_group_id: dealerGroupId,
    dealership_ids: level === accessLevels.group ? [] : [...dealershipIds],
    department_ids: [],
    active: user.active ?? true,
  }
  const invited = checked(inviteUserBody.safeParse(input))
  const { id } = await inviteUser(services, { caller, repeatable: undefined }, invited, async (unit, added) => {
    await lockNames(unit, caller)
    await keepUnique(unit, caller, await loadUser(unit.trx, caller, added), user)
  })
  return loadUser(services.database.read, caller, id)
}

function emailOf({ userName, emails }: Pick<ScimUser, 'userName' | 'emails'>): string {
  const email = signInAddress(emails) ?? userName.toLowerCase()
  if (!emailAddress.safeParse(email).success)
    throw new ScimFailure(400, 'Send an email address as userName or in emails.', 'invalidValue')
  return email
}

// Names and external IDs are compared with those of all users in the group, so only one call at a time can add one.
async function lockNames({ trx }: Unit, { scope }: Caller): Promise<void> {
  if (scope.dealerGroupId !== null) await beforeChange(trx, 'dealer-group', scope.dealerGroupId)
}

/** Stores a user's external ID. Refuses IDs and names that another user in the group has. */
async function keepUnique(
  unit: Unit,
  caller: Caller,
  { userId: id, externalId: before, scope }: Person,
  { userName, externalId = before, emails }: ScimPart,
): Promise<void> {
  const sent = [userName?.toLowerCase(), signInAddress(emails)].filter((one) => one !== undefined)
  for (const other of await listPeople(unit.trx, caller.scope.dealerGroupId)) {
    if (other.userId === id) continue
    const used = [other.email, other.username.toLowerCase()].find((one) => sent.includes(one))
    if (used !== undefined) throw new ScimFailure(409, `Another user has the userName or email ${used}.`, 'uniqueness')
    if (externalId !== null && other.externalId === externalId)
      throw new ScimFailure(409, `Another user has the externalId ${externalId}.`, 'uniqueness')
  }
  if (before === externalId) return
  await beforeChange(unit.trx, 'user', id)
  await storeUser(unit.trx, id, { external_id: externalId })
  const changed = { before: { external_id: before }, after: { external_id: externalId } }
  const subject = { chain: scope.dealerGroupId, entity: 'user', entityId: id }
  unit.audit({ actor: caller, ...subject, action: 'user.update', ...changed })
}

/** Replaces a user by PUT. An attribute that isn't sent stays as it is. */
async function replaceUser(services: Services, caller: Caller, id: string, body: unknown): Promise<Person> {
  const { userId } = await findUser(services, caller, id)
  return saveUser(services, caller, userId, parse(scimUser.safeParse(body)))
}

/** Changes a user by PATCH. */
async function patchUser(services: Services, caller: Caller, id: string, body: unknown): Promise<Person> {
  const { userId, email } = await findUser(services, caller, id)
  const operations = operationsIn(body)
  return saveUser(services, caller, userId, parse(scimPart.safeParse(patchedUser(email, operations))))
}

function saveUser(services: Services, caller: Caller, id: number, user: ScimPart): Promise<Person> {
  return commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    if (user.externalId) await lockNames(unit, caller)
    const person = await lockUser(unit.trx, caller, id)
    requireSameAddress(person, user)
    const input = checked(updateUserBody.safeParse({ id, ...changesOf(person, user) }))
    if (Object.keys(input).length > 1) await changeUser(services, unit, caller, { person, input })
    if (user.externalId !== undefined) await keepUnique(unit, caller, person, { externalId: user.externalId })
    return loadUser(unit.trx, caller, id)
  })
}

function requireSameAddress({ email, username }: Person, { userName = email, emails }: ScimPart): void {
  const isSame = [email, username.toLowerCase()].includes(userName.toLowerCase())
  if (isSame && (signInAddress(emails) ?? email) === email) return
  const detail = 'The email address of a user can’t be changed. Add a user with the new address.'
  throw new ScimFailure(400, detail, 'mutability')
}

/**
 * The fields that a directory asks to change. Of an admin who leaves, only whether they are active. A user without
 * roles who is activated or deactivated is a requester again, as after creation.
 */
function changesOf(person: Person, user: ScimPart) {
  const { firstName: first_name, lastName: last_name, title, active, roleIds, rolesTaken } = person
  if (rolesTaken && typeof user.active === 'boolean')
    return { active: user.active, role_ids: [requester], primary_role: requester }
  if (user.active === false && roleIds.includes(admin)) return active ? { active: false } : {}
  return differing<{ first_name: string; last_name: string; title: string | null; active: boolean }>(
    { first_name, last_name, title, active },
    {
      ...newNames(person, user),
      ...(user.title !== undefined && { title: user.title || null }),
      active: user.active ?? undefined,
    },
  )
}

/** Deletes a user, as the users screen does. An admin is deactivated instead, which a super admin can undo. */
async function deleteUser(services: Services, caller: Caller, id: string): Promise<void> {
  const { userId, roleIds } = await findUser(services, caller, id)
  if (roleIds.includes(admin)) await saveUser(services, caller, userId, { active: false })
  else await removeUser(services, { caller, repeatable: undefined }, { id: userId })
}

/** Sets which users hold a role, by PUT. */
async function replaceGroup(services: Services, caller: Caller, id: string, body: unknown): Promise<RoleId> {
  const role = requireGroup(id)
  const { members, displayName } = parse(scimGroup.safeParse(body))
  if (!present.isNameOf(role, displayName)) throw present.fixedNames()
  await setMembers(services, caller, role, () => members.map(({ value }) => value))
  return role
}

/** Gives a role to users, or takes it from them, by PATCH. */
async function patchGroup(services: Services, caller: Caller, id: string, body: unknown): Promise<void> {
  const role = requireGroup(id)
  const operations = operationsIn(body)
  if (!newNamesOfGroup(operations).every((name) => present.isNameOf(role, name))) throw present.fixedNames()
  await setMembers(services, caller, role, (current) => {
    const members = patchedMembers(current, operations)
    if (!members) throw new ScimFailure(400, 'List members as objects with the ID of a user as value.', 'invalidValue')
    return members
  })
}

/** Gives a role to exactly these users, or to none of them if one change is refused. */
async function setMembers(
  services: Services,
  caller: Caller,
  role: RoleId,
  membersAfter: (current: readonly string[]) => readonly string[],
): Promise<void> {
  await commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    const people = await listUsers(unit.trx, caller)
    const ids = membersAfter(present.membersOf(role, people).map(({ value }) => value))
    const stranger = ids.find((id) => !people.some(({ userId }) => String(userId) === id))
    if (stranger !== undefined)
      throw new ScimFailure(400, `There is no user with the ID ${stranger.slice(0, 40)}.`, 'invalidValue')
    const wants = (id: number) => ids.includes(String(id))
    const others = people.filter((person) => heldBy(person).includes(role) !== wants(person.userId))
    // All are locked in the order of their ids, so that two calls never wait for each other.
    await beforeChange(unit.trx, 'user', ...others.map(({ userId }) => userId))
    for (const { userId } of others) {
      const person = await lockUser(unit.trx, caller, userId)
      const input = roleChange(person, { role, wants: wants(userId) })
      if (!input) continue
      requireAuthority(caller, person)
      await changeUser(services, unit, caller, { person, input })
      if (input.active === false) await storeUser(unit.trx, userId, { roles_taken: 1 })
    }
  })
}

/**
 * The change that gives a role to a user, or takes it, if there is one. Without another role, a user is deactivated,
 * until the next role is given.
 */
function roleChange(
  person: Person,
  { role, wants }: { readonly role: RoleId; readonly wants: boolean },
): UpdateUserInput | undefined {
  const { userId: id, roleIds, primaryRole, active, rolesTaken } = person
  if (heldBy(person).includes(role) === wants) return undefined
  if (rolesTaken) return { id, role_ids: [role], primary_role: role, active: true }
  const others = roleIds.filter((one) => one !== role && isRoleId(one))
  if (!wants && others.length === 0) {
    if (active) return { id, active: false }
    return role === admin ? undefined : { id, role_ids: [requester], primary_role: requester }
  }
  const role_ids = wants ? [...roleIds, role] : others
  return { id, role_ids, primary_role: role_ids.includes(primaryRole) ? primaryRole : role_ids[0] }
}

/** Throws if the caller's token doesn't manage users. */
function requireDirectory({ token, role }: Caller): void {
  if (token?.managesUsers === undefined || role !== 'admin')
    throw new Failure('FORBIDDEN', 'This access token doesn’t manage users. Add a program that does.')
}

/** What the SCIM calls do and show. */
export const directory = {
  findUsers,
  findGroups,
  findUser,
  listUsers,
  requireGroup,
  createUser,
  replaceUser,
  patchUser,
  deleteUser,
  replaceGroup,
  patchGroup,
  requireDirectory,
}
