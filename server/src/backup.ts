import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyFiles } from './attachments/commands/copy-files.ts'
import { verifyFiles } from './attachments/commands/verify-files.ts'
import { readTrailKeys } from './audit/commands/open-trail.ts'
import { verifyTrail } from './audit/commands/verify.ts'
import { countRequests, listHeads } from './audit/queries/read.ts'
import { filesIn, openDatabase } from './open.ts'
import { DiskStore } from './platform/files/disk-store.ts'
import type { FileStore } from './platform/files/file-store.ts'
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
  /** Documents, whose files are in the folder `files` next to the backup; older backups have none. */
  readonly documents?: number
  readonly amount_cents: number
  readonly audit_heads: { chain: number; seq: number; hash: string }[]
}

/** A data folder, the file of the keys that seal its audit trail, and where the files of its documents are. */
export interface DataFolder {
  readonly dataDir: string
  readonly keyFile: string
  readonly files: FileStore
}

/**
 * Backs up a data folder, even while the server runs: a full copy, checked, its trail verified, with a manifest. The
 * files of documents are copied once, into a folder that all backups next to it share.
 */
export async function backUp({ dataDir, keyFile, files }: DataFolder, target: string, now: number): Promise<Manifest> {
  await copyDatabase(databaseFile(dataDir), target)
  const contents = await inspect(target, keyFile, async (db) => {
    const to = new DiskStore(filesBeside(target))
    const { names, findings } = await copyFiles(db, { from: files, to }, filesIn(filesBeside(target), keyFile))
    if (findings[0] !== undefined) throw new Error(findings[0])
    return { ...(await count(db)), documents: names.length }
  })
  const manifest = { made_at: new Date(now).toISOString(), sha256: await hashFile(target), ...contents }
  await writeWhole(`${target}.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Checks a backup and replaces the data folder's database with it. Returns the findings and where the old one is.
 * `unverified`: take a database that no manifest vouches for, or whose trail is broken, as long as it is whole.
 */
export async function restore(
  { dataDir, keyFile, files }: DataFolder,
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
    await restoreFiles(source, files)
    const hadOne = await replaceDatabase(source, { file, old, statements: endAllSessions })
    if (unverified) releaseUnknownKeys(file, keyFile)
    return hadOne ? `${found} What was there before is kept as ${old}` : found
  } finally {
    folder.release()
  }
}

// Files are added and none is replaced, so that all that the database names are there when it takes its place.
async function restoreFiles(source: string, to: FileStore): Promise<void> {
  const from = new DiskStore(filesBeside(source))
  for await (const { name } of from.list()) if (!(await to.has(name))) await to.copy(name, from)
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
  await inspect(source, keyFile, async (db) => {
    const findings = await verifyFiles(db, filesIn(filesBeside(source), keyFile))
    if (findings.length > 0) throw new Error(`${findings.join(' ')} Nothing was changed.`)
  })
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
async function inspect<Found>(file: string, keyFile: string, look: (db: Db) => Promise<Found>): Promise<Found> {
  const folder = await mkdtemp(join(dirname(file), 'checking-'))
  const copyOfKey = join(folder, 'audit-mac.json')
  try {
    await copyDatabase(file, databaseFile(folder))
    if (existsSync(keyFile)) await copyFile(keyFile, copyOfKey)
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, macKeyFile: copyOfKey })
    try {
      const { intact, mismatches } = await verifyTrail(database, null)
      if (!intact) throw new Error(`The audit trail in ${file} is broken. ${mismatches.join(' ')}`)
      return await look(database.read)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function filesBeside(backup: string): string {
  return join(dirname(backup), 'files')
}

async function count(db: Db): Promise<Omit<Manifest, 'made_at' | 'sha256'>> {
  const totals = await countRequests(db)
  return { ...totals, audit_heads: await listHeads(db, null) }
}
