import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { verifyTrail } from './audit/commands/verify.ts'
import { countRequests, listHeads } from './audit/queries/read.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteDatabase } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'
import { ownDataFolder } from './platform/single-process.ts'
import {
  checkDatabase,
  copyDatabase,
  databaseFile,
  hashFile,
  replaceDatabase,
  writeWhole,
} from './platform/sqlite-backup.ts'
import { endAllSessions } from './sessions/queries/sessions.ts'
import type { Db, Tables } from './tables.ts'

/** The manifest of a backup, in a file next to it. Amounts are cents. */
export interface Manifest {
  readonly made_at: string
  readonly sha256: string
  readonly check_requests: number
  readonly amount_cents: number
  readonly audit_heads: { chain: number; seq: number; hash: string }[]
}

/** Backs up a data folder, even while the server runs: a full copy, checked, its trail verified, with a manifest. */
export async function backUp(dataDir: string, target: string, now: number): Promise<Manifest> {
  await copyDatabase(databaseFile(dataDir), target)
  const contents = await inspect(target)
  const manifest = { made_at: new Date(now).toISOString(), sha256: await hashFile(target), ...contents }
  await writeWhole(`${target}.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Checks a backup and replaces the data folder's database with it. Returns the findings and where the old one is.
 * `unverified`: take a database that no manifest vouches for, or whose trail is broken, as long as it is whole.
 */
export async function restore(
  dataDir: string,
  source: string,
  { now, unverified }: { now: number; unverified: boolean },
): Promise<string> {
  if (!existsSync(source)) throw new Error(`There is no file ${source}.`)
  const folder = ownDataFolder(dataDir)
  try {
    checkDatabase(source)
    const found = unverified ? 'Nothing vouches for its contents.' : await verify(source)
    const old = `${databaseFile(dataDir)}.before-restore-${new Date(now).toISOString().replaceAll(':', '')}`
    const file = databaseFile(dataDir)
    const hadOne = await replaceDatabase(source, { file, old, statements: endAllSessions })
    return hadOne ? `${found} What was there before is kept as ${old}` : found
  } finally {
    folder.release()
  }
}

async function verify(source: string): Promise<string> {
  const manifest = await readManifest(source)
  if (manifest.sha256 !== (await hashFile(source)))
    throw new Error(`${source} is not the file that its manifest describes. Nothing was changed.`)
  await inspect(source)
  return `It is the backup of ${manifest.made_at} with ${manifest.check_requests} check requests.`
}

async function readManifest(source: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(`${source}.json`, 'utf8'))
  } catch {
    throw new Error(
      `There is no readable manifest ${source}.json, so nothing vouches for this backup. Nothing was changed. To restore it all the same, add --unverified.`,
    )
  }
}

// A copy is migrated and read as the server would read it, so that an unusable backup is noticed now.
async function inspect(file: string): Promise<Omit<Manifest, 'made_at' | 'sha256'>> {
  const folder = await mkdtemp(join(dirname(file), 'checking-'))
  try {
    await copyDatabase(file, databaseFile(folder))
    const database = await openSqliteDatabase<Tables>(folder, (db) => migrate(db, 'sqlite', migrations))
    try {
      const { intact, mismatches } = await verifyTrail(database.read, null)
      if (!intact) throw new Error(`The audit trail in ${file} is broken. ${mismatches.join(' ')}`)
      return await count(database.read)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function count(db: Db): Promise<Omit<Manifest, 'made_at' | 'sha256'>> {
  const totals = await countRequests(db)
  return { ...totals, audit_heads: await listHeads(db, null) }
}
