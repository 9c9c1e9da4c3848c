import { openPostgres } from '../../open.ts'
import { readSqlite } from '../../platform/database/database.ts'
import { dumpPostgres, fillPostgres, withScratchDatabase } from '../../platform/database/postgres/backup.ts'
import { copyDatabase, databaseFile } from '../../platform/database/sqlite/backup.ts'
import type { Db, Tables } from '../../tables.ts'
import type { BackupTask } from './commands/backups.ts'
import type { Engine } from './commands/make-copy.ts'

/** Returns the engine that copies this installation's database. */
export function engineOf({ dataDir, databaseUrl, databaseDirectUrl, backups }: BackupTask): Engine {
  if (!databaseUrl) return sqliteEngine(databaseFile(dataDir))
  const url = databaseDirectUrl ?? databaseUrl
  return postgresEngine(url, backups.checkUrl ?? url)
}

function sqliteEngine(file: string): Engine {
  return {
    suffix: 'db',
    whileLive: (work) => readingSqlite(file, work),
    copy: (target) => copyDatabase(file, target),
    whileOpen: readingSqlite,
  }
}

function postgresEngine(url: string, checkUrl: string): Engine {
  return {
    suffix: 'dump',
    whileLive: (work) => readingPostgres(url, work),
    copy: (target) => dumpPostgres(url, target),
    whileOpen: (copy, work) =>
      withScratchDatabase(checkUrl, async (scratch) => {
        await fillPostgres(scratch, copy)
        return readingPostgres(scratch, work)
      }),
  }
}

async function readingSqlite<Found>(file: string, work: (db: Db) => Promise<Found>): Promise<Found> {
  const { read, close } = readSqlite<Tables>(file)
  try {
    return await work(read)
  } finally {
    await close()
  }
}

async function readingPostgres<Found>(url: string, work: (db: Db) => Promise<Found>): Promise<Found> {
  const { read, close } = openPostgres(url, () => {})
  try {
    return await work(read)
  } finally {
    await close()
  }
}
