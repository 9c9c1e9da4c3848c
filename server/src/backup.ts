import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readTrailKeys } from './audit/commands/open-trail.ts'
import { verifyTrail } from './audit/commands/verify.ts'
import { countRequests, listHeads } from './audit/queries/read.ts'
import { openDatabase } from './open.ts'
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
import type { Db } from './tables.ts'

/** The manifest of a backup, in a file next to it. Amounts are cents. */
export interface Manifest {
  readonly made_at: string
  readonly sha256: string
  readonly check_requests: number
  readonly amount_cents: number
  readonly audit_heads: { chain: number; seq: number; hash: string }[]
}

/** A data folder, and the file of the keys that seal its audit trail. */
export interface DataFolder {
  readonly dataDir: string
  readonly keyFile: string
}

/** Backs up a data folder, even while the server runs: a full copy, checked, its trail verified, with a manifest. */
export async function backUp({ dataDir, keyFile }: DataFolder, target: string, now: number): Promise<Manifest> {
  await copyDatabase(databaseFile(dataDir), target)
  const contents = await inspect(target, keyFile)
  const manifest = { made_at: new Date(now).toISOString(), sha256: await hashFile(target), ...contents }
  await writeWhole(`${target}.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Checks a backup and replaces the data folder's database with it. Returns the findings and where the old one is.
 * `unverified`: take a database that no manifest vouches for, or whose trail is broken, as long as it is whole.
 */
export async function restore(
  { dataDir, keyFile }: DataFolder,
  source: string,
  { now, unverified }: { now: number; unverified: boolean },
): Promise<string> {
  if (!existsSync(source)) throw new Error(`There is no file ${source}.`)
  const folder = ownDataFolder(dataDir)
  try {
    checkDatabase(source)
    const found = unverified ? 'Nothing vouches for its contents.' : await verify(source, keyFile)
    const old = `${databaseFile(dataDir)}.before-restore-${new Date(now).toISOString().replaceAll(':', '')}`
    const file = databaseFile(dataDir)
    const hadOne = await replaceDatabase(source, { file, old, statements: endAllSessions })
    if (unverified) releaseUnknownKeys(file, keyFile)
    return hadOne ? `${found} What was there before is kept as ${old}` : found
  } finally {
    folder.release()
  }
}

// A backup of a version without keys, or of another installation, begins to be vouched for at the next start.
function releaseUnknownKeys(file: string, keyFile: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const isSealed = database.prepare(`select 1 from sqlite_schema where name = 'audit_keys'`).get() !== undefined
  database.close()
  const keyring = isSealed ? undefined : readTrailKeys(keyFile)
  if (keyring?.isInUse) keyring.markedInUse(false)
}

async function verify(source: string, keyFile: string): Promise<string> {
  const manifest = await readManifest(source)
  if (manifest.sha256 !== (await hashFile(source)))
    throw new Error(`${source} is not the file that its manifest describes. Nothing was changed.`)
  await inspect(source, keyFile)
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
async function inspect(file: string, keyFile: string): Promise<Omit<Manifest, 'made_at' | 'sha256'>> {
  const folder = await mkdtemp(join(dirname(file), 'checking-'))
  const copyOfKey = join(folder, 'audit-mac.json')
  try {
    await copyDatabase(file, databaseFile(folder))
    if (existsSync(keyFile)) await copyFile(keyFile, copyOfKey)
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, macKeyFile: copyOfKey })
    try {
      const { intact, mismatches } = await verifyTrail(database, null)
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
