import { type AccessLevel, coversScope, type Scope } from '@check-requests/domain/access/scope.ts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** A user with roles and scope. */
export interface Person {
  readonly userId: number
  readonly email: string
  readonly username: string
  readonly title: string | null
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly roleIds: readonly number[]
  readonly primaryRole: number
  readonly scope: Scope
  readonly active: boolean
  readonly createdAt: string
}

/** The user with this id, also when inactive; a deleted one is gone. */
export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const row = await people(db).where('users.id', '=', id).executeTakeFirst()
  return row && toPerson(row)
}

/** Users of a dealer group, or all of them, newest first. */
export async function listPeople(db: Db, dealerGroupId: number | null): Promise<Person[]> {
  const query = people(db).orderBy('users.id', 'desc')
  const rows = await (dealerGroupId === null
    ? query
    : query.where('users.dealer_group_id', '=', dealerGroupId)
  ).execute()
  return rows.map(toPerson)
}

/** Active people who hold a role and whose scope covers another: who can approve for somebody (A19). */
export async function listHoldersAbove(db: Db, roleId: number, inner: Scope): Promise<Person[]> {
  const people = await listHolders(db, roleId)
  return people.filter((person) => coversScope(person.scope, inner))
}

/** Active people who hold a role and whose scope another covers: for whom somebody can act (A13). */
export async function listHoldersBelow(db: Db, roleId: number, outer: Scope): Promise<Person[]> {
  const people = await listHolders(db, roleId)
  return people.filter((person) => coversScope(outer, person.scope))
}

async function listHolders(db: Db, roleId: number): Promise<Person[]> {
  const rows = await people(db)
    .where('users.active', '=', 1)
    .where('users.id', 'in', db.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId))
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
  return rows.map(toPerson)
}

function people(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.email',
      'users.username',
      'users.title',
      'users.first_name',
      'users.last_name',
      'users.primary_role',
      'users.access_level',
      'users.dealer_group_id',
      'users.active',
      'users.created_at',
      idList('user_roles', 'role_id').as('role_ids'),
      idList('user_dealerships', 'dealership_id').as('dealership_ids'),
      idList('user_departments', 'department_id').as('department_ids'),
    ])
    .where('users.deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

function toPerson(row: Row): Person {
  return {
    userId: row.id,
    email: row.email,
    username: row.username,
    title: row.title,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
    roleIds: toIds(row.role_ids),
    primaryRole: row.primary_role,
    scope: {
      level: row.access_level as AccessLevel,
      dealerGroupId: row.dealer_group_id,
      dealershipIds: toIds(row.dealership_ids),
      departmentIds: toIds(row.department_ids),
    },
    active: row.active === 1,
    createdAt: row.created_at,
  }
}

/** The ids that a table lists for a user, joined by commas. For a query that names `users`. */
export function idList(table: 'user_roles' | 'user_dealerships' | 'user_departments', column: string) {
  const id = sql.ref(`${table}.${column}`)
  return sql<
    string | null
  >`(select string_agg(cast(${id} as text), ',') from ${sql.table(table)} where ${sql.ref(`${table}.user_id`)} = users.id)`
}

/** Ids of a joined list, in order. */
export function toIds(list: string | null): number[] {
  return list === null
    ? []
    : list
        .split(',')
        .map(Number)
        .sort((a, b) => a - b)
}
