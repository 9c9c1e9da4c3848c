import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { endAllSessions } from '../../access/sessions/queries/sessions.ts'
import type { Config } from '../../config.ts'
import { copyFiles } from '../../documents/attachments/commands/stored-files.ts'
import { fileStoreOf, filesIn, keyFileOf, openDatabase } from '../../open.ts'
import { fillPostgres, isEmptyDatabase, query } from '../../platform/database/postgres/backup.ts'
import {
  checkDatabase,
  copyDatabase,
  databaseFile,
  hashFile,
  replaceDatabase,
  writeWhole,
} from '../../platform/database/sqlite/backup.ts'
import { backupPlaceOf } from '../../platform/files/backup-place.ts'
import { ownDataFolder } from '../../platform/files/data-folder.ts'
import { DiskStore, type FileStore } from '../../platform/files/file-store.ts'
import type { Db } from '../../tables.ts'
import { readTrailKeys } from '../../trail/commands/open-trail.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { countRequests, listHeads } from '../../trail/queries/read.ts'
import {
  type CheckTools,
  checkCopy,
  copyAt,
  examineCopy,
  fetchCopy,
  type StoredCopy,
  withKeysIn,
} from './check-copy.ts'
import { contentsOf, type Manifest } from './commands/copies.ts'

const unvouched = 'Its contents weren’t verified.'

/** A data folder, the file with the audit trail keys, and the location of the document files. */
export interface DataFolder {
  readonly dataDir: string
  readonly keyFile: string
  readonly files: FileStore
}

/**
 * Backs up a data folder, even while the server runs: a complete, checked copy with a verified audit trail and a
 * manifest. Document files are copied once, to a folder that all backups next to it share.
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

interface Restoring {
  readonly now: number
  readonly unverified: boolean
  readonly secretsKeyFile?: string | undefined
}

/**
 * Checks a backup in a file or at another location, and replaces the data folder's database with it. Returns the
 * findings and the path of the old database. `unverified` accepts an undamaged database without a manifest or with a
 * broken audit trail.
 */
export async function restore(
  { dataDir, keyFile, files }: DataFolder,
  source: string | StoredCopy,
  { now, unverified, secretsKeyFile }: Restoring,
): Promise<string> {
  const copy = typeof source === 'string' ? copyAt(source) : source
  if (!(await copy.copies.has(copy.name))) throw new Error(`The file ${copy.name} doesn’t exist.`)
  const folder = ownDataFolder(dataDir)
  const work = await mkdtemp(join(dataDir, 'restoring-'))
  try {
    const fetched = await fetchCopy(copy, work)
    checkDatabase(fetched)
    const tools = { dataDir, keyFile, secretsKeyFile, checkUrl: undefined }
    const found = unverified ? unvouched : await vouch(copy, fetched, tools)
    const old = `${databaseFile(dataDir)}.before-restore-${new Date(now).toISOString().replaceAll(':', '')}`
    const file = databaseFile(dataDir)
    await restoreFiles(copy, files)
    const hadOne = await replaceDatabase(fetched, { file, old, statements: endAllSessions })
    if (unverified) releaseUnknownKeys(file, keyFile)
    return hadOne ? `${found} The previous database is kept as ${old}` : found
  } finally {
    await rm(work, { recursive: true, force: true })
    folder.release()
  }
}

/** Checks a PostgreSQL backup and restores it to the empty database at this URL. Returns the findings. */
export async function restorePostgres(
  url: string,
  copy: StoredCopy,
  { unverified, files, ...tools }: CheckTools & { readonly unverified: boolean; readonly files: FileStore },
): Promise<string> {
  if (!(await copy.copies.has(copy.name))) throw new Error(`The file ${copy.name} doesn’t exist.`)
  if (!(await isEmptyDatabase(url)))
    throw new Error('The database isn’t empty. Create an empty one, and set DATABASE_URL to it. Nothing was changed.')
  const work = await mkdtemp(join(tmpdir(), 'check-requests-restoring-'))
  try {
    const fetched = await fetchCopy(copy, work)
    const found = unverified ? unvouched : await vouch(copy, fetched, tools)
    await restoreFiles(copy, files)
    await fillPostgres(url, fetched)
    await query(url, endAllSessions)
    return found
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

// Files are only added, never replaced, so that every file that the database refers to exists before the database is
// swapped in.
async function restoreFiles({ files: from }: StoredCopy, to: FileStore): Promise<void> {
  for await (const { name } of from.list()) if (!(await to.has(name))) await to.copy(name, from)
}

// A backup from a version without keys, or from another installation, gets new keys at the next start.
function releaseUnknownKeys(file: string, keyFile: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const isSealed = database.prepare(`select 1 from sqlite_schema where name = 'audit_keys'`).get() !== undefined
  database.close()
  const keyring = isSealed ? undefined : readTrailKeys(keyFile)
  if (keyring?.isInUse) keyring.markedInUse(false)
}

async function vouch(copy: StoredCopy, fetched: string, tools: CheckTools): Promise<string> {
  const { findings, manifest } = await examineCopy(copy, fetched, tools)
  if (findings.length > 0)
    throw new Error(`${findings.join(' ')} Nothing was changed. To restore the backup anyway, add --unverified.`)
  return `The backup was made ${manifest?.made_at}. Check requests: ${manifest?.check_requests}.`
}

// The copy is migrated and read as the server would read it, so that an unusable backup is noticed now.
async function inspect<Found>(file: string, keyFile: string, look: (db: Db) => Promise<Found>): Promise<Found> {
  const folder = await mkdtemp(join(dirname(file), 'checking-'))
  try {
    await copyDatabase(file, databaseFile(folder))
    return await withKeysIn(folder, keyFile, async (macKeyFile) => {
      const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, macKeyFile })
      try {
        const { intact, mismatches } = await verifyTrail(database, null)
        if (!intact) throw new Error(`The audit trail in ${file} is broken. ${mismatches.join(' ')}`)
        return await look(database.read)
      } finally {
        await database.close()
      }
    })
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

/**
 * Finds the backup with this name in a file or at the configured location. Without a name, finds the newest one there.
 */
export async function findCopy({ backups, dataDir }: Config, name: string | undefined): Promise<StoredCopy> {
  if (name !== undefined && (!backups || existsSync(name))) return copyAt(name)
  if (!backups) throw new Error('Enter the name of the backup file after the command.')
  const { copies, files, words } = backupPlaceOf(backups, dataDir)
  const newest = name ?? (await contentsOf(copies)).copies[0]?.name
  if (newest === undefined) throw new Error(`There is no backup in ${words} yet.`)
  return { name: newest, copies, files }
}

/** Checks a backup and prints the findings. Returns 1 if it can't be restored. */
export async function drill(copy: StoredCopy, config: Config, say: (line: string) => void): Promise<number> {
  say(`Restoring ${copy.name} to a temporary location.`)
  const { report, findings } = await checkCopy(copy, toolsOf(config))
  for (const line of [...report, ...findings]) say(line)
  say(findings.length > 0 ? 'This backup can’t be restored as it is.' : 'This backup can be restored.')
  return findings.length > 0 ? 1 : 0
}

/** Replaces the data folder's database with a backup, or fills an empty PostgreSQL database. */
export function restoreInto(config: Config, copy: StoredCopy, unverified: boolean): Promise<string> {
  const { databaseUrl, databaseDirectUrl, secretsKeyFile } = config
  if (!databaseUrl) return restore(dataFolderOf(config), copy, { now: Date.now(), unverified, secretsKeyFile })
  const files = fileStoreOf(config)
  return restorePostgres(databaseDirectUrl ?? databaseUrl, copy, { ...toolsOf(config), files, unverified })
}

function toolsOf(config: Config): CheckTools {
  const { dataDir, secretsKeyFile, databaseUrl, databaseDirectUrl, backups } = config
  const keyFile = config.macKeyFile ?? join(dataDir, 'keys', 'audit-mac.json')
  return { dataDir, keyFile, secretsKeyFile, checkUrl: backups?.checkUrl ?? databaseDirectUrl ?? databaseUrl }
}

/** The data folder in the settings. */
export function dataFolderOf(config: Config): DataFolder {
  return { dataDir: config.dataDir, keyFile: keyFileOf(config), files: fileStoreOf(config) }
}
