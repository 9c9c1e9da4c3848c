import { isRoleId, type RoleId, roles } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import {
  parseFilter,
  patchedMembers,
  patchedUser,
  type ScimUser,
  scimGroup,
  scimPatch,
  scimUser,
} from '@check-requests/domain/people/directory/scim.ts'
import { emailAddress } from '@check-requests/domain/values/fields.ts'
import type { z } from 'zod'
import { isInReach, loadUser } from '../../../access/accounts/commands/authority.ts'
import { listPeople, type Person } from '../../../access/accounts/queries/people.ts'
import { updateUser as storeUser } from '../../../access/accounts/queries/store.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { inviteUser } from '../../users/commands/create.ts'
import { removeUser } from '../../users/commands/remove.ts'
import { updateUser } from '../../users/commands/update.ts'
import { present } from '../presenter.ts'

/** A refusal in SCIM form: with one of the error types of RFC 7644, section 3.12. */
export class ScimFailure extends Error {
  readonly status: number
  readonly scimType: string | undefined

  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

const requester: RoleId = 2

/** The users in the caller's scope, by id. */
async function listUsers({ database }: Services, caller: Caller): Promise<Person[]> {
  const people = await listPeople(database.read, caller.scope.dealerGroupId)
  return people.filter((person) => isInReach(caller, person)).toReversed()
}

/** The users that a filter names. */
async function findUsers(services: Services, caller: Caller, filter: string | undefined): Promise<Person[]> {
  const people = await listUsers(services, caller)
  if (filter === undefined) return people
  const { attribute, value } = requireFilter(filter)
  const lower = value.toLowerCase()
  if (attribute === 'username')
    return people.filter(({ username, email }) => [username.toLowerCase(), email].includes(lower))
  if (attribute === 'externalid') return people.filter(({ externalId }) => externalId === value)
  if (attribute === 'id') return people.filter(({ userId }) => String(userId) === value)
  if (/^emails(\[.*\])?(\.value)?$/.test(attribute)) return people.filter(({ email }) => email === lower)
  throw new ScimFailure(400, 'Filter by userName, externalId, id, or emails.', 'invalidFilter')
}

/** The roles that a filter names. */
function findGroups(filter: string | undefined): RoleId[] {
  const ids = roles.map(({ id }) => id)
  if (filter === undefined) return ids
  const { attribute, value } = requireFilter(filter)
  if (attribute === 'displayname') return ids.filter((id) => present.labelOf(id).toLowerCase() === value.toLowerCase())
  if (attribute === 'id') return ids.filter((id) => String(id) === value)
  if (attribute === 'externalid') return []
  throw new ScimFailure(400, 'Filter by displayName or id.', 'invalidFilter')
}

function requireFilter(filter: string) {
  const parsed = parseFilter(filter)
  if (!parsed) throw new ScimFailure(400, 'Use a filter such as userName eq "ada@example.com".', 'invalidFilter')
  return parsed
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

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new ScimFailure(400, `The attribute ${path || 'list'} is missing or invalid.`, 'invalidValue')
}

/**
 * Adds a user, as the users screen does with an invitation. The user begins as a requester in the program's locations;
 * groups give further roles.
 */
async function createUser(services: Services, caller: Caller, body: unknown): Promise<Person> {
  const user = parse(scimUser, body)
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
    active: user.active,
  }
  const { id } = await inviteUser(services, { caller, repeatable: undefined }, input)
  if (user.externalId) await keepExternalId(services, caller, id, user.externalId)
  return loadUser(services.database.read, caller, id)
}

function emailOf({ userName, emails }: Pick<ScimUser, 'userName' | 'emails'>): string {
  const named = emails?.find(({ primary }) => primary) ?? emails?.[0]
  const email = (named?.value ?? userName).toLowerCase()
  if (!emailAddress.safeParse(email).success)
    throw new ScimFailure(400, 'Send an email address as userName or in emails.', 'invalidValue')
  return email
}

function namesOf({ name, displayName }: Pick<ScimUser, 'name' | 'displayName'>, email: string) {
  const [first = '', ...rest] = (name?.formatted ?? displayName ?? '').split(' ')
  const first_name = name?.givenName || first || email.split('@')[0] || email
  return { first_name, last_name: name?.familyName || rest.join(' ') || first_name }
}

async function keepExternalId(
  services: Services,
  caller: Caller,
  id: number,
  externalId: string | null,
): Promise<void> {
  await commit(services, undefined, async (unit) => {
    await beforeChange(unit.trx, 'user', id)
    const person = await loadUser(unit.trx, caller, id)
    if (person.externalId === externalId) return
    await storeUser(unit.trx, id, { external_id: externalId })
    const subject = { chain: person.scope.dealerGroupId, entity: 'user', entityId: id }
    const [before, after] = [{ external_id: person.externalId }, { external_id: externalId }]
    unit.audit({ actor: caller, ...subject, action: 'user.update', before, after })
  })
}

/** Replaces a user by PUT. */
async function replaceUser(services: Services, caller: Caller, id: string, body: unknown): Promise<Person> {
  return saveUser(services, caller, await findUser(services, caller, id), parse(scimUser, body))
}

/** Changes a user by PATCH. */
async function patchUser(services: Services, caller: Caller, id: string, body: unknown): Promise<Person> {
  const person = await findUser(services, caller, id)
  const { Operations } = parse(scimPatch, body)
  return saveUser(services, caller, person, parse(scimUser, patchedUser(present.user(person, ''), Operations)))
}

async function saveUser(services: Services, caller: Caller, person: Person, user: ScimUser): Promise<Person> {
  const { userId: id, email, username, title } = person
  const isSame = [email, username.toLowerCase()].includes(user.userName.toLowerCase())
  if (!isSame || emailOf({ userName: email, emails: user.emails }) !== email)
    throw new ScimFailure(
      400,
      'The email address of a user can’t be changed. Add a user with the new address.',
      'mutability',
    )
  const names = namesOf(user, email)
  const wanted = { ...names, title: user.title === undefined ? title : user.title || null, active: user.active }
  const isChanged =
    names.first_name !== person.firstName ||
    names.last_name !== person.lastName ||
    wanted.title !== title ||
    user.active !== person.active
  if (isChanged) await updateUser(services, { caller, repeatable: undefined }, { id, ...wanted })
  if (user.externalId !== undefined) await keepExternalId(services, caller, id, user.externalId)
  return loadUser(services.database.read, caller, id)
}

/** Deletes a user, as the users screen does. */
async function deleteUser(services: Services, caller: Caller, id: string): Promise<void> {
  const { userId } = await findUser(services, caller, id)
  await removeUser(services, { caller, repeatable: undefined }, { id: userId })
}

/** Sets which users hold a role, by PUT. */
async function replaceGroup(services: Services, caller: Caller, id: string, body: unknown): Promise<RoleId> {
  const role = requireGroup(id)
  const { members, displayName } = parse(scimGroup, body)
  if (displayName.toLowerCase() !== present.labelOf(role).toLowerCase()) throw fixedNames()
  await setMembers(
    services,
    caller,
    role,
    members.map(({ value }) => value),
  )
  return role
}

/** Gives a role to users, or takes it from them, by PATCH. */
async function patchGroup(services: Services, caller: Caller, id: string, body: unknown): Promise<RoleId> {
  const role = requireGroup(id)
  const { Operations } = parse(scimPatch, body)
  const current = present.membersOf(role, await listUsers(services, caller)).map(({ value }) => value)
  const members = patchedMembers(current, Operations)
  if (!members) throw new ScimFailure(400, 'List members as objects with the ID of a user as value.', 'invalidValue')
  await setMembers(services, caller, role, members)
  return role
}

function fixedNames(): ScimFailure {
  return new ScimFailure(
    400,
    'Groups are the roles Admin, Requester, Approver, and Processor, and can’t be changed.',
    'mutability',
  )
}

async function setMembers(services: Services, caller: Caller, role: RoleId, ids: readonly string[]): Promise<void> {
  const people = await listUsers(services, caller)
  const known = new Set(people.map(({ userId }) => String(userId)))
  const stranger = ids.find((id) => !known.has(id))
  if (stranger !== undefined)
    throw new ScimFailure(400, `There is no user with the ID ${stranger.slice(0, 40)}.`, 'invalidValue')
  for (const person of people) {
    const [has, wants] = [person.roleIds.includes(role), ids.includes(String(person.userId))]
    if (has !== wants) await setRole(services, caller, person, { role, wants })
  }
}

/** Gives a role to a user, or takes it. A user without another role is deactivated instead. */
async function setRole(
  services: Services,
  caller: Caller,
  { userId: id, roleIds, primaryRole }: Person,
  { role, wants }: { readonly role: RoleId; readonly wants: boolean },
): Promise<void> {
  const others = roleIds.filter((one) => one !== role && isRoleId(one))
  const command = { caller, repeatable: undefined }
  if (!wants && others.length === 0) return void (await updateUser(services, command, { id, active: false }))
  const role_ids = wants ? [...roleIds, role] : others
  const primary_role = role_ids.includes(primaryRole) ? primaryRole : role_ids[0]
  await updateUser(services, command, { id, role_ids, primary_role })
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
  fixedNames,
  requireDirectory,
}
