import { isRoleId, type RoleId } from '@check-requests/domain/access/roles.ts'
import { accessLevels, coversScope, type Scope } from '@check-requests/domain/access/scope.ts'
import { sql } from 'kysely'
import { joinedIds, splitIds } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'

/** A user with roles and scope. */
export interface Person {
  readonly userId: number
  readonly version: number
  readonly email: string
  readonly username: string
  readonly title: string | null
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly roleIds: readonly RoleId[]
  readonly primaryRole: RoleId
  readonly scope: Scope
  readonly active: boolean
  /** Set if an admin chose the password. */
  readonly passwordByAdmin: boolean
  /** The admin who chose a password for this account, until a second user confirms it. */
  readonly passwordChosenById: number | null
  readonly createdAt: string
  /** The id that a directory has for the user. */
  readonly externalId: string | null
  /** Set while the user is inactive because a directory took the last role. */
  readonly rolesTaken: boolean
  /** Set if the user has a passkey or an authenticator app. */
  readonly hasSecondFactor: boolean
  /** Set if the user was invited and hasn't chosen a password yet. */
  readonly isInvited: boolean
}

/** Finds the user with this id, including inactive but not deleted users. */
export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const row = await people(db).where('users.id', '=', id).executeTakeFirst()
  return row && toPerson(row)
}

/** Finds the users with these ids, by id, including inactive but not deleted users. */
export async function findPeople(db: Db, ids: readonly number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await people(db).where('users.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toPerson(row)]))
}

/** Lists the users in one dealer group or all groups, newest first. */
export async function listPeople(db: Db, dealerGroupId: number | null): Promise<Person[]> {
  const query = people(db).orderBy('users.id', 'desc')
  const rows = await (dealerGroupId === null
    ? query
    : query.where('users.dealer_group_id', '=', dealerGroupId)
  ).execute()
  return rows.map(toPerson)
}

/** Lists the active users in a dealer group, and all active super admins. */
export async function listActivePeople(db: Db, dealerGroupId: number | null): Promise<Person[]> {
  const active = people(db).where('users.active', '=', 1).orderBy('users.id')
  const rows = await active
    .where(({ eb, or }) =>
      or([
        eb('users.access_level', '=', accessLevels.superAdmin),
        ...(dealerGroupId === null ? [] : [eb('users.dealer_group_id', '=', dealerGroupId)]),
      ]),
    )
    .execute()
  return rows.map(toPerson)
}

/** Lists active users with this role whose scope covers the inner one: those who can approve for a user (A19). */
export async function listHoldersAbove(db: Db, roleId: RoleId, inner: Scope): Promise<Person[]> {
  const people = await listHolders(db, roleId)
  return people.filter((person) => coversScope(person.scope, inner))
}

/** Lists active users with this role whose scope is within the outer one: those for whom a user can act (A13). */
export async function listHoldersBelow(db: Db, roleId: RoleId, outer: Scope): Promise<Person[]> {
  const people = await listHolders(db, roleId)
  return people.filter((person) => coversScope(outer, person.scope))
}

async function listHolders(db: Db, roleId: RoleId): Promise<Person[]> {
  const rows = await people(db)
    .where('users.active', '=', 1)
    .where('users.id', 'in', db.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId))
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
  return rows.map(toPerson)
}

const hasSecondFactor = sql<number>`case when exists (select 1 from passkeys k where k.user_id = users.id)
  or exists (select 1 from authenticator_apps c where c.user_id = users.id and c.state = 'active') then 1 else 0 end`

const isInvited = sql<number>`case when exists
  (select 1 from password_links l where l.user_id = users.id and l.invitation is not null) then 1 else 0 end`

function people(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.version',
      'users.email',
      'users.username',
      'users.title',
      'users.first_name',
      'users.last_name',
      'users.primary_role',
      'users.access_level',
      'users.dealer_group_id',
      'users.active',
      'users.password_by_admin',
      'users.password_chosen_by_id',
      'users.created_at',
      'users.external_id',
      'users.roles_taken',
      hasSecondFactor.as('has_second_factor'),
      isInvited.as('is_invited'),
      joinedIds('user_roles', 'role_id', 'user_id', 'users.id').as('role_ids'),
      joinedIds('user_dealerships', 'dealership_id', 'user_id', 'users.id').as('dealership_ids'),
      joinedIds('user_departments', 'department_id', 'user_id', 'users.id').as('department_ids'),
    ])
    .where('users.deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

function toPerson(row: Row): Person {
  return {
    userId: row.id,
    version: row.version,
    email: row.email,
    username: row.username,
    title: row.title,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
    roleIds: splitIds(row.role_ids).filter(isRoleId),
    primaryRole: row.primary_role,
    scope: {
      level: row.access_level,
      dealerGroupId: row.dealer_group_id,
      dealershipIds: splitIds(row.dealership_ids),
      departmentIds: splitIds(row.department_ids),
    },
    active: row.active === 1,
    passwordByAdmin: row.password_by_admin === 1,
    passwordChosenById: row.password_chosen_by_id,
    createdAt: row.created_at,
    externalId: row.external_id,
    rolesTaken: row.roles_taken === 1,
    hasSecondFactor: row.has_second_factor === 1,
    isInvited: row.is_invited === 1,
  }
}

/** Names of places by id. */
export interface PlaceNames {
  readonly groups: ReadonlyMap<number, string>
  readonly dealerships: ReadonlyMap<number, string>
  readonly departments: ReadonlyMap<number, string>
}

export async function placeNames(db: Db): Promise<PlaceNames> {
  const groups = await db.selectFrom('dealer_groups').select(['id', 'name']).execute()
  const dealerships = await db.selectFrom('dealerships').select(['id', 'name']).execute()
  const departments = await db.selectFrom('departments').select(['id', 'name']).execute()
  return { groups: nameById(groups), dealerships: nameById(dealerships), departments: nameById(departments) }
}

function nameById(rows: { id: number; name: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Finds the names of the dealer group and dealerships in a scope. Attackers would try these names first as passwords.
 */
export async function findNamesOfScope(
  db: Db,
  { dealerGroupId, dealershipIds }: Pick<Scope, 'dealerGroupId' | 'dealershipIds'>,
): Promise<string[]> {
  if (dealerGroupId === null) return []
  const group = db.selectFrom('dealer_groups').select('name').where('id', '=', dealerGroupId)
  const dealerships = db.selectFrom('dealerships').select('name').where('dealer_group_id', '=', dealerGroupId)
  const wanted = dealershipIds.length > 0 ? dealerships.where('id', 'in', dealershipIds) : dealerships
  const rows = [...(await group.execute()), ...(await wanted.where('deleted_at', 'is', null).execute())]
  return rows.map(({ name }) => name)
}
