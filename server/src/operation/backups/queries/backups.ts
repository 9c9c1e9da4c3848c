import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { BackupTable } from '../tables.ts'

export type BackupRow = Selectable<BackupTable>

/** The newest attempt that has made a copy in which nothing was wrong; undefined when there was none. */
export function newestBackup(db: Db): Promise<BackupRow | undefined> {
  return copies(db).where('error', 'is', null).executeTakeFirst()
}

/** The newest attempt that has made a copy, whatever was wrong with its documents; undefined when there was none. */
export function newestCopy(db: Db): Promise<BackupRow | undefined> {
  return copies(db).executeTakeFirst()
}

/** Whether an attempt since a moment has failed, or has found something wrong. */
export async function hasFailedSince(db: Db, since: string): Promise<boolean> {
  const failed = db.selectFrom('backups').select('id').where('error', 'is not', null).where('started_at', '>=', since)
  return (await failed.limit(1).executeTakeFirst()) !== undefined
}

/** Notes an attempt, and forgets those from before a moment. */
export async function noteAttempt(trx: Tx, attempt: Insertable<BackupTable>, forgotten: string): Promise<void> {
  await trx.insertInto('backups').values(attempt).execute()
  await trx.deleteFrom('backups').where('started_at', '<', forgotten).execute()
}

function copies(db: Db) {
  return db.selectFrom('backups').selectAll().where('name', 'is not', null).orderBy('id', 'desc').limit(1)
}
