import type { RoleId } from '@check-requests/domain/access/roles.ts'
import { type AccessLevel, accessLevels } from '@check-requests/domain/access/scope.ts'
import type { Updateable } from 'kysely'
import { portions, speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import { together } from '../../../platform/threads/promises.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { UserTable } from '../tables.ts'

/** The user columns that an admin sets. */
export interface AccountValues {
  readonly email: string
  readonly username: string
  readonly title: string | null
  readonly first_name: string
  readonly last_name: string
  readonly primary_role: RoleId
  readonly access_level: AccessLevel
  readonly dealer_group_id: number | null
  readonly active: number
}

/** A password that someone other than the owner chose, and the user who chose it; null for the command line. */
interface GivenPassword {
  readonly hash: string
  readonly chosenById: number | null
}

function newUser(
  values: AccountValues,
  { hash: password_hash, chosenById: password_chosen_by_id }: GivenPassword,
  at: string,
) {
  return { ...values, password_hash, password_by_admin: 1, password_chosen_by_id, created_at: at, deleted_at: null }
}

/** Adds a user with a password that someone else chose. */
export async function insertUser(trx: Tx, values: AccountValues, password: GivenPassword, at: string): Promise<number> {
  const row = newUser(values, password, at)
  return (await trx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Adds users and returns their ids by email. Skips users whose email is already in use. */
export async function insertUsers(
  trx: Tx,
  users: readonly { readonly values: AccountValues; readonly password: GivenPassword }[],
  at: string,
): Promise<Map<string, number>> {
  const rows = users.map(({ values, password }) => newUser(values, password, at))
  const added = portions(rows).map((some) => {
    const insertion = trx.insertInto('users').values(some)
    return insertion
      .onConflict((conflict) => conflict.doNothing())
      .returning(['email', 'id'])
      .execute()
  })
  return new Map((await together(...added)).flat().map(({ email, id }) => [email, id]))
}

/** Adds the account that a program's calls are recorded under. It counts as deleted, so no one can sign in with it. */
export async function insertProgram(
  trx: Tx,
  program: { readonly name: string; readonly dealerGroupId: number; readonly roleId: 1 | 2 },
  { email, at }: { readonly email: string; readonly at: string },
): Promise<number> {
  const { name, dealerGroupId, roleId } = program
  const row = {
    email,
    username: email,
    title: null,
    first_name: name,
    last_name: '(program)',
    password_hash: '',
    primary_role: roleId,
    access_level: 1 as const,
    dealer_group_id: dealerGroupId,
    password_chosen_by_id: null,
    active: 0,
    created_at: at,
    deleted_at: at,
  }
  return (await trx.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateUser(trx: Tx, id: number, values: Updateable<UserTable>): Promise<void> {
  await trx
    .updateTable('users')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A user's roles and assignments, as ids. */
export interface Assignments {
  readonly roleIds: readonly RoleId[]
  readonly dealerGroupId: number | null
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

/**
 * Removes all of a user's roles and places. Required before the user's group changes and before new ones are assigned.
 */
export async function clearAssignments(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('user_departments').where('user_id', '=', userId).execute()
  await trx.deleteFrom('user_dealerships').where('user_id', '=', userId).execute()
  await trx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
}

/** Assigns roles and places, which must exist in the dealer group: see `findScopeError`. */
export async function insertAssignments(trx: Tx, userId: number, assignments: Assignments): Promise<void> {
  await insertAllAssignments(trx, new Map([[userId, assignments]]))
}

/** Assigns roles and places to many users, by user id. */
export async function insertAllAssignments(trx: Tx, ofUsers: ReadonlyMap<number, Assignments>): Promise<void> {
  const all = [...ofUsers]
  const roles = all.flatMap(([user_id, { roleIds }]) => roleIds.map((role_id) => ({ user_id, role_id })))
  for (const rows of portions(roles)) await trx.insertInto('user_roles').values(rows).execute()
  const inGroups = all.flatMap(([user_id, { dealerGroupId: dealer_group_id, ...places }]) => {
    return dealer_group_id === null ? [] : [{ owner: { user_id, dealer_group_id }, ...places }]
  })
  const dealerships = inGroups.flatMap(({ owner, dealershipIds }) =>
    dealershipIds.map((dealership_id) => ({ ...owner, dealership_id })),
  )
  for (const rows of portions(dealerships)) await trx.insertInto('user_dealerships').values(rows).execute()
  const dealershipOf = new Map<number, number>()
  for (const [groupId, places] of Map.groupBy(inGroups, ({ owner }) => owner.dealer_group_id)) {
    const ids = [...new Set(places.flatMap(({ departmentIds }) => departmentIds))]
    for (const { id, dealership_id } of await findDepartments(trx, groupId, ids)) dealershipOf.set(id, dealership_id)
  }
  const departments = inGroups.flatMap(({ owner, departmentIds }) =>
    departmentIds.flatMap((department_id) => {
      const dealership_id = dealershipOf.get(department_id)
      return dealership_id === undefined ? [] : [{ ...owner, dealership_id, department_id }]
    }),
  )
  for (const rows of portions(departments)) await trx.insertInto('user_departments').values(rows).execute()
}

/** Returns the assignment field that names a place that doesn't exist, was deleted, or belongs elsewhere. */
export async function findScopeError(
  db: Db,
  assignments: Assignments,
): Promise<'dealer_group_id' | 'dealership_ids' | 'department_ids' | undefined> {
  const { dealerGroupId, dealershipIds, departmentIds } = assignments
  if (dealerGroupId === null) return undefined
  const group = db
    .selectFrom('dealer_groups')
    .select('id')
    .where('id', '=', dealerGroupId)
    .where('deleted_at', 'is', null)
  if (!(await group.executeTakeFirst())) return 'dealer_group_id'
  if ((await findDealerships(db, dealerGroupId, dealershipIds)).length !== dealershipIds.length) return 'dealership_ids'
  const departments = await findDepartments(db, dealerGroupId, departmentIds)
  const areWithin = departments.every(({ dealership_id }) => dealershipIds.includes(dealership_id))
  return departments.length === departmentIds.length && areWithin ? undefined : 'department_ids'
}

async function findDealerships(db: Db, groupId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const inGroup = db.selectFrom('dealerships').select('id').where('dealer_group_id', '=', groupId)
  return inGroup.where('id', 'in', ids).where('deleted_at', 'is', null).execute()
}

async function findDepartments(db: Db, groupId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const inGroup = db.selectFrom('departments').select(['id', 'dealership_id']).where('dealer_group_id', '=', groupId)
  return inGroup.where('id', 'in', ids).where('deleted_at', 'is', null).execute()
}

/**
 * Counts the super admins who can log in. On PostgreSQL, locks their rows so that two super admins can't remove each
 * other.
 */
export async function countActiveSuperAdmins(trx: Tx): Promise<number> {
  const query = trx
    .selectFrom('users')
    .select('id')
    .where('access_level', '=', accessLevels.superAdmin)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  const isPostgres = speaksPostgres(trx)
  return (await (isPostgres ? query.forUpdate() : query).execute()).length
}

export async function findUserId(db: Db, email: string): Promise<number | undefined> {
  const query = db.selectFrom('users').select('id').where('email', '=', email).where('deleted_at', 'is', null)
  return (await query.executeTakeFirst())?.id
}

/**
 * Finds a user by id or email. Given a dealer group, searches emails only within that group, so that users in other
 * groups look unknown.
 */
export async function findNamedUserId(
  db: Db,
  dealerGroupId: number | null,
  { id, email }: { id?: number | undefined; email?: string | undefined },
): Promise<number | undefined> {
  if (id !== undefined || email === undefined) return id
  const named = db.selectFrom('users').select('id').where('email', '=', email).where('deleted_at', 'is', null)
  const found = await (dealerGroupId === null ? named : named.where('dealer_group_id', '=', dealerGroupId)).execute()
  return found[0]?.id
}

/** Replaces a password unless it has changed since it was verified. */
export async function replacePasswordHash(trx: Tx, userId: number, oldHash: string, newHash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: newHash, password_by_admin: 0 })
    .where('id', '=', userId)
    .where('password_hash', '=', oldHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets a password that its owner chose. */
export async function setOwnPassword(
  trx: Tx,
  userId: number,
  hash: string,
  { linkWasShown = false } = {},
): Promise<void> {
  const values = {
    password_hash: hash,
    password_by_admin: 0,
    ...(!linkWasShown && { password_chosen_by_id: null }),
  }
  await trx.updateTable('users').set(values).where('id', '=', userId).execute()
}

/** Records that a second user has confirmed that the owner chose the password. */
export async function confirmPassword(trx: Tx, userId: number): Promise<void> {
  await trx.updateTable('users').set({ password_chosen_by_id: null }).where('id', '=', userId).execute()
}

/** Returns true if there is an active user other than these. */
export async function isAnybodyElse(db: Db, ids: readonly number[]): Promise<boolean> {
  const others = db.selectFrom('users').select('id').where('active', '=', 1).where('deleted_at', 'is', null)
  return (await others.where('id', 'not in', ids).limit(1).executeTakeFirst()) !== undefined
}

/** Returns users' names by id, including deleted users. */
export async function namesOfUsers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
}

/** Removes these dealerships and departments from all users assigned to them. Returns the ids of those users. */
export async function takeFromPlaces(
  trx: Tx,
  { dealershipIds, departmentIds }: { dealershipIds: readonly number[]; departmentIds: readonly number[] },
): Promise<number[]> {
  const departments = trx.deleteFrom('user_departments').where('department_id', 'in', atLeastOne(departmentIds))
  const dealerships = trx.deleteFrom('user_dealerships').where('dealership_id', 'in', atLeastOne(dealershipIds))
  const inDepartments = await departments.returning('user_id').execute()
  const inDealerships = await dealerships.returning('user_id').execute()
  return [...new Set([...inDepartments, ...inDealerships].map(({ user_id }) => user_id))]
}

/** Lists the ids of users assigned to one of these dealerships or departments. */
export async function listIdsOfPlaces(
  db: Db,
  { dealershipIds, departmentIds }: { dealershipIds: readonly number[]; departmentIds: readonly number[] },
): Promise<number[]> {
  const departments = db.selectFrom('user_departments').select('user_id')
  const dealerships = db.selectFrom('user_dealerships').select('user_id')
  const both = departments
    .where('department_id', 'in', atLeastOne(departmentIds))
    .union(dealerships.where('dealership_id', 'in', atLeastOne(dealershipIds)))
  return (await both.execute()).map(({ user_id }) => user_id)
}

// `in ()` isn't valid SQL, so an empty list becomes 0, which is no place's id.
function atLeastOne(ids: readonly number[]): readonly number[] {
  return ids.length > 0 ? ids : [0]
}

/** Lists the ids of users in a dealer group. */
export async function listIdsOfGroup(db: Db, groupId: number): Promise<number[]> {
  const people = db.selectFrom('users').select('id').where('dealer_group_id', '=', groupId)
  return (await people.where('deleted_at', 'is', null).execute()).map(({ id }) => id)
}
