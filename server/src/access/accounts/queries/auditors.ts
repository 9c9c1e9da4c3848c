import type { Insertable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { AuditorTable } from '../tables.ts'

function named(db: Db) {
  return db
    .selectFrom('auditors')
    .innerJoin('users', 'users.id', 'auditors.user_id')
    .selectAll('auditors')
    .select(['users.first_name', 'users.last_name'])
}

/** An auditor's access, with the user's name. */
export type AuditorRow = NonNullable<Awaited<ReturnType<typeof findAuditor>>>

export function findAuditor(db: Db, id: number) {
  return named(db).where('auditors.id', '=', id).executeTakeFirst()
}

/** Lists the access that hasn't ended, in one dealer group or all groups. */
export function listAuditors(db: Db, dealerGroupId: number | null): Promise<AuditorRow[]> {
  const rows = named(db).where('auditors.state', '<>', 'ended').orderBy('auditors.id')
  return (dealerGroupId === null ? rows : rows.where('auditors.dealer_group_id', '=', dealerGroupId)).execute()
}

/** Finds a user's access, in force or proposed. */
export function findAuditorOf(db: Db, dealerGroupId: number, userId: number) {
  const rows = db.selectFrom('auditors').selectAll().where('dealer_group_id', '=', dealerGroupId)
  return rows.where('user_id', '=', userId).where('state', '<>', 'ended').executeTakeFirst()
}

export async function insertAuditor(
  trx: Tx,
  auditor: Omit<Insertable<AuditorTable>, 'id' | 'version'>,
): Promise<number> {
  return (await trx.insertInto('auditors').values(auditor).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateAuditor(trx: Tx, id: number, values: Updateable<AuditorTable>): Promise<void> {
  await trx
    .updateTable('auditors')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
