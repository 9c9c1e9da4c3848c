import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../tables.ts'
import type { PrintRunTable } from '../tables.ts'

export type RunRow = Selectable<PrintRunTable>

/** At most this many runs are listed. */
const mostListed = 50

export function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  return db.selectFrom('print_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

type Account = { readonly id: number; readonly dealer_group_id: number }

/** The run of an account that is not settled. */
export function findOpenRun(db: Db, { id, dealer_group_id }: Account): Promise<RunRow | undefined> {
  const runs = db.selectFrom('print_runs').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return runs.where('bank_account_id', '=', id).where('state', '=', 'made').executeTakeFirst()
}

/** The newest runs of an account. */
export function listRuns(db: Db, { id, dealer_group_id }: Account): Promise<RunRow[]> {
  const runs = db.selectFrom('print_runs').selectAll().where('dealer_group_id', '=', dealer_group_id)
  return runs.where('bank_account_id', '=', id).orderBy('id', 'desc').limit(mostListed).execute()
}

export async function insertRun(trx: Tx, run: Omit<Insertable<PrintRunTable>, 'id' | 'version'>): Promise<number> {
  return (await trx.insertInto('print_runs').values(run).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateRun(trx: Tx, id: number, values: Updateable<PrintRunTable>): Promise<void> {
  await trx
    .updateTable('print_runs')
    .set((stored) => ({ ...values, version: stored('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
