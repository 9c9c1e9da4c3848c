import { mayRole } from '@check-requests/domain/access/permissions.ts'
import { roles } from '@check-requests/domain/access/roles.ts'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { ApprovalTitleTable } from '../tables.ts'

export type TitleRow = Selectable<ApprovalTitleTable>

/** A title, and the dealership where a user has it; 0 for every dealership where the user approves. */
export interface HeldTitle {
  readonly approval_title_id: number
  readonly dealership_id: number
}

/** The titles of a dealer group, or of all groups, by name. */
export function listTitles(db: Db, groupId: number | null): Promise<TitleRow[]> {
  const query = db.selectFrom('approval_titles').selectAll().orderBy('name').orderBy('id')
  return (groupId === null ? query : query.where('dealer_group_id', '=', groupId)).execute()
}

export function findTitle(db: Db, id: number): Promise<TitleRow | undefined> {
  return db.selectFrom('approval_titles').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The users who have titles of a dealer group, or of all groups, by name. */
export function listHolders(db: Db, groupId: number | null) {
  const query = db
    .selectFrom('user_approval_titles as held')
    .innerJoin('users', 'users.id', 'held.user_id')
    .leftJoin('dealerships', 'dealerships.id', 'held.dealership_id')
    .select(['held.approval_title_id', 'held.user_id', 'held.dealership_id', 'dealerships.name as dealership_name'])
    .select(['users.first_name', 'users.last_name'])
    .where('users.deleted_at', 'is', null)
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('held.user_id')
    .orderBy('held.dealership_id')
  return (groupId === null ? query : query.where('held.dealer_group_id', '=', groupId)).execute()
}

/** The titles in force that their holders are about to lose. These are no longer among the stored titles. */
export async function listStillInForce(
  db: Db,
  held: readonly (HeldTitle & { readonly user_id: number })[],
  inForce: ReadonlyMap<number, readonly HeldTitle[]>,
) {
  const stored = new Set(held.map(keyOf))
  const taken = [...inForce].flatMap(([user_id, titles]) => {
    return titles.map((title) => ({ ...title, user_id })).filter((title) => !stored.has(keyOf(title)))
  })
  if (taken.length === 0) return []
  const ids = [...new Set(taken.map(({ user_id }) => user_id))]
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const places = await db.selectFrom('dealerships').select(['id', 'name']).execute()
  const nameOf = new Map(places.map(({ id, name }) => [id, name]))
  return taken.flatMap((title) => {
    const user = users.find(({ id }) => id === title.user_id)
    const place = { dealership_name: nameOf.get(title.dealership_id) ?? null }
    return user ? [{ ...title, ...place, first_name: user.first_name, last_name: user.last_name }] : []
  })
}

function keyOf({ user_id, approval_title_id, dealership_id }: HeldTitle & { readonly user_id: number }): string {
  return `${user_id} ${approval_title_id} ${dealership_id}`
}

export async function insertTitle(trx: Tx, dealerGroupId: number, name: string, at: string): Promise<number> {
  const row = { dealer_group_id: dealerGroupId, name, created_at: at }
  return (await trx.insertInto('approval_titles').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateTitle(
  trx: Tx,
  id: number,
  values: { name?: string | undefined; is_active?: number | undefined },
): Promise<void> {
  await trx
    .updateTable('approval_titles')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The titles of one user, in a fixed order. */
export function listTitlesOf(db: Db, userId: number): Promise<HeldTitle[]> {
  return db
    .selectFrom('user_approval_titles')
    .select(['approval_title_id', 'dealership_id'])
    .where('user_id', '=', userId)
    .orderBy('approval_title_id')
    .orderBy('dealership_id')
    .execute()
}

/** Replaces the titles of a user. */
export async function replaceTitlesOf(
  trx: Tx,
  userId: number,
  dealerGroupId: number,
  titles: readonly HeldTitle[],
): Promise<void> {
  await trx.deleteFrom('user_approval_titles').where('user_id', '=', userId).execute()
  const rows = titles.map((title) => ({ ...title, user_id: userId, dealer_group_id: dealerGroupId }))
  if (rows.length > 0) await trx.insertInto('user_approval_titles').values(rows).execute()
}

const raising = roles
  .filter(({ name }) => mayRole(name, 'check-requests.create') || mayRole(name, 'check-requests.edit'))
  .map(({ id }) => id)

/** The ids of a dealer group's users, and of all super admins, whose role can create or edit requests. */
export async function listRaisers(db: Db, dealerGroupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .distinct()
    .where('user_roles.role_id', 'in', raising)
    .where(({ eb, or }) =>
      or([eb('users.dealer_group_id', '=', dealerGroupId), eb('users.dealer_group_id', 'is', null)]),
    )
    .execute()
  return rows.map(({ id }) => id)
}
