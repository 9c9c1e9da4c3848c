import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { DealerGroupTable, DealershipTable, DepartmentTable } from '../tables.ts'

export type GroupRow = Selectable<DealerGroupTable>

export function findGroup(db: Db, id: number): Promise<GroupRow | undefined> {
  return db
    .selectFrom('dealer_groups')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findDealership(db: Db, id: number): Promise<Selectable<DealershipTable> | undefined> {
  return db
    .selectFrom('dealerships')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findDepartment(db: Db, id: number): Promise<Selectable<DepartmentTable> | undefined> {
  return db
    .selectFrom('departments')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function insertGroup(trx: Tx, values: Omit<Insertable<DealerGroupTable>, 'deleted_at'>): Promise<number> {
  const row = { ...values, deleted_at: null }
  return (await trx.insertInto('dealer_groups').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertDealership(
  trx: Tx,
  values: Omit<Insertable<DealershipTable>, 'deleted_at'>,
): Promise<number> {
  const row = { ...values, deleted_at: null }
  return (await trx.insertInto('dealerships').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertDepartment(
  trx: Tx,
  values: Omit<Insertable<DepartmentTable>, 'deleted_at'>,
): Promise<number> {
  const row = { ...values, deleted_at: null }
  return (await trx.insertInto('departments').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateGroup(trx: Tx, id: number, values: Updateable<DealerGroupTable>): Promise<void> {
  await trx
    .updateTable('dealer_groups')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function updateDealership(trx: Tx, id: number, values: Updateable<DealershipTable>): Promise<void> {
  await trx
    .updateTable('dealerships')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function updateDepartment(trx: Tx, id: number, values: Updateable<DepartmentTable>): Promise<void> {
  await trx
    .updateTable('departments')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** What a place holds, itself included. */
export interface Contents {
  readonly groupId: number
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

/** The dealerships and departments of a group. */
export async function contentsOfGroup(db: Db, groupId: number): Promise<Contents> {
  const dealerships = await db.selectFrom('dealerships').select('id').where('dealer_group_id', '=', groupId).execute()
  const departments = await db.selectFrom('departments').select('id').where('dealer_group_id', '=', groupId).execute()
  return { groupId, dealershipIds: dealerships.map(({ id }) => id), departmentIds: departments.map(({ id }) => id) }
}

/** The departments of a dealership. */
export async function contentsOfDealership(db: Db, groupId: number, dealershipId: number): Promise<Contents> {
  const rows = await db.selectFrom('departments').select('id').where('dealership_id', '=', dealershipId).execute()
  return { groupId, dealershipIds: [dealershipId], departmentIds: rows.map(({ id }) => id) }
}

/** Marks places as deleted: gone from every list at once, their codes available again. */
export async function markDeleted(
  trx: Tx,
  { dealershipIds, departmentIds }: Contents,
  at: string,
  groupId?: number,
): Promise<void> {
  const deleted = { deleted_at: at }
  const departments = trx.updateTable('departments').set(deleted).where('deleted_at', 'is', null)
  if (departmentIds.length > 0) await departments.where('id', 'in', departmentIds).execute()
  const dealerships = trx.updateTable('dealerships').set(deleted).where('deleted_at', 'is', null)
  if (dealershipIds.length > 0) await dealerships.where('id', 'in', dealershipIds).execute()
  if (groupId !== undefined) await updateGroup(trx, groupId, deleted)
}
