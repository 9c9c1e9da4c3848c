import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { JournalExportTable } from '../tables.ts'

const shown = [
  'id',
  'dealer_group_id',
  'number',
  'up_to',
  'lines',
  'issued_cents',
  'voided_cents',
  'sha256',
  'made_by_name',
  'made_at',
] as const

export type ExportRow = Pick<Selectable<JournalExportTable>, (typeof shown)[number]>

/** The newest exports of a dealer group, newest first, without their files. */
export function listExports(db: Db, groupId: number, limit: number): Promise<ExportRow[]> {
  return db
    .selectFrom('journal_exports')
    .select(shown)
    .where('dealer_group_id', '=', groupId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** The number of the newest export of a dealer group; 0 where there is none. */
export async function lastNumber(db: Db, groupId: number): Promise<number> {
  const [newest] = await listExports(db, groupId, 1)
  return newest?.number ?? 0
}

/** An export with its file. */
export function findExport(db: Db, id: number): Promise<Selectable<JournalExportTable> | undefined> {
  return db.selectFrom('journal_exports').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertExport(trx: Tx, row: Insertable<JournalExportTable>): Promise<number> {
  return (await trx.insertInto('journal_exports').values(row).returning('id').executeTakeFirstOrThrow()).id
}
