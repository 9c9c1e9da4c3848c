import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../tables.ts'
import type { BackupTable } from '../tables.ts'

export type BackupRow = Selectable<BackupTable>

/** Returns the newest attempt that made a backup without findings, or undefined if there is no such attempt. */
export function newestBackup(db: Db): Promise<BackupRow | undefined> {
  return copies(db).where('error', 'is', null).executeTakeFirst()
}

/** Returns the newest attempt that made a backup, with or without findings, or undefined if there is none. */
export function newestCopy(db: Db): Promise<BackupRow | undefined> {
  return copies(db).executeTakeFirst()
}

/** Returns true if an attempt since the given time failed or had findings. */
export async function hasFailedSince(db: Db, since: string): Promise<boolean> {
  const failed = db.selectFrom('backups').select('id').where('error', 'is not', null).where('started_at', '>=', since)
  return (await failed.limit(1).executeTakeFirst()) !== undefined
}

/** Records an attempt, and deletes records from before a given time. */
export async function noteAttempt(trx: Tx, attempt: Insertable<BackupTable>, forgotten: string): Promise<void> {
  await trx.insertInto('backups').values(attempt).execute()
  await trx.deleteFrom('backups').where('started_at', '<', forgotten).execute()
}

function copies(db: Db) {
  return db.selectFrom('backups').selectAll().where('name', 'is not', null).orderBy('id', 'desc').limit(1)
}
