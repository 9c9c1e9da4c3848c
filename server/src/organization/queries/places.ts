import type { Place } from '@check-requests/domain/access/scope.ts'
import type { FactorRules, ProofRule } from '@check-requests/domain/access/second-factor/rules.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../tables.ts'
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

/** A place and everything below it. */
export interface Contents {
  readonly groupId: number
  readonly dealershipIds: readonly number[]
  readonly departmentIds: readonly number[]
}

/** Returns the dealerships and departments in a group. */
export async function contentsOfGroup(db: Db, groupId: number): Promise<Contents> {
  const dealerships = await db.selectFrom('dealerships').select('id').where('dealer_group_id', '=', groupId).execute()
  const departments = await db.selectFrom('departments').select('id').where('dealer_group_id', '=', groupId).execute()
  return { groupId, dealershipIds: dealerships.map(({ id }) => id), departmentIds: departments.map(({ id }) => id) }
}

/** Returns the departments in a dealership. */
export async function contentsOfDealership(db: Db, groupId: number, dealershipId: number): Promise<Contents> {
  const rows = await db.selectFrom('departments').select('id').where('dealership_id', '=', dealershipId).execute()
  return { groupId, dealershipIds: [dealershipId], departmentIds: rows.map(({ id }) => id) }
}

/** Marks places as deleted. Deleted places disappear from every list, and their codes are available again. */
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

type Stored = Pick<Selectable<DealerGroupTable>, 'second_factor_roles' | 'second_factor_from' | 'approve_above_cents'>

/** Parses the stored rules: the roles that need a second factor, and the approvals that need verification. */
export function factorRulesOf(row: Stored): FactorRules & ProofRule {
  return {
    roleIds: [...row.second_factor_roles].map(Number),
    from: row.second_factor_from,
    approveAbove: row.approve_above_cents,
  }
}

const mostListed = 20

/** Lists the closing texts for dealer groups' emails, by group name. Returns the first twenty. */
export async function listMailTexts(db: Db): Promise<{ name: string; text: string }[]> {
  const rows = await db
    .selectFrom('dealer_groups')
    .select(['name', 'mail_text'])
    .where('mail_text', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(mostListed)
    .execute()
  return rows.map(({ name, mail_text }) => ({ name, text: mail_text ?? '' }))
}

/** Finds the closing text for a dealer group's emails. */
export async function findMailText(db: Db, groupId: number | null): Promise<string | null> {
  if (groupId === null) return null
  const group = db.selectFrom('dealer_groups').select('mail_text').where('id', '=', groupId)
  return (await group.executeTakeFirst())?.mail_text ?? null
}

const columns = [
  ['dealer_groups', 'dealer_group_id'],
  ['dealerships', 'dealership_id'],
  ['departments', 'department_id'],
] as const

/** Finds some requests of deleted places. Leaves out requests with checks in the journal, which must be kept. */
export async function findPendingDeletions(db: Db, limit: number): Promise<Selectable<Tables['check_requests']>[]> {
  for (const place of columns) {
    const rows = await requestsOfDeleted(db, place, limit)
    if (rows.length > 0) return rows
  }
  return []
}

// One index scan per deleted place: deleted places are few, requests may be many.
async function requestsOfDeleted(db: Db, [table, column]: (typeof columns)[number], limit: number) {
  const deleted = await db.selectFrom(table).select('id').where('deleted_at', 'is not', null).execute()
  for (const { id } of deleted) {
    const rows = await db
      .selectFrom('check_requests')
      .selectAll()
      .where(column, '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('journal_events as e').select('e.id').whereRef('e.check_request_id', '=', 'check_requests.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(limit)
      .execute()
    if (rows.length > 0) return rows
  }
  return []
}

/** Returns the number of requests in a place from the counters. */
export async function countRequestsIn(db: Db, place: Place): Promise<number> {
  let query = db
    .selectFrom('place_counters')
    .select(({ fn }) => fn.sum<number>('amount').as('amount'))
    .where('dealer_group_id', '=', place.dealerGroupId)
  if (place.dealershipId !== null) query = query.where('dealership_id', '=', place.dealershipId)
  if (place.departmentId !== null) query = query.where('department_id', '=', place.departmentId)
  return Number((await query.executeTakeFirst())?.amount ?? 0)
}
