import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { verifyFiles } from '../../documents/attachments/commands/stored-files.ts'
import { openDatabase, requireFileKey, requireSecretsKey, sealedFiles } from '../../open.ts'
import { fillPostgres, withScratchDatabase } from '../../platform/database/postgres/backup.ts'
import { checkDatabase, copyDatabase, databaseFile, hashFile } from '../../platform/database/sqlite/backup.ts'
import { propertyOf } from '../../platform/errors.ts'
import { DiskStore, type FileStore } from '../../platform/files/file-store.ts'
import type { AppDatabase } from '../../tables.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'
import { countRequests } from '../../trail/queries/read.ts'
import { type Manifest, readManifest } from './commands/copies.ts'

/** A backup, its location, and the location of the documents that it shares with the other backups there. */
export interface StoredCopy {
  readonly name: string
  readonly copies: FileStore
  readonly files: FileStore
}

/** An installation's keys, and a database URL on the PostgreSQL server where backups are opened. */
export interface CheckTools {
  readonly dataDir: string
  readonly keyFile: string
  readonly secretsKeyFile: string | undefined
  readonly checkUrl: string | undefined
}

/** The result of a check: `report` lines, and `findings` that are reasons not to restore the backup. */
export interface CheckedCopy {
  readonly report: readonly string[]
  readonly findings: readonly string[]
  readonly manifest: Manifest | undefined
}

/** The backup in a local file. */
export function copyAt(file: string): StoredCopy {
  const folder = dirname(file)
  return {
    name: basename(file),
    copies: new DiskStore(folder, { isFlat: true }),
    files: new DiskStore(join(folder, 'files')),
  }
}

/**
 * Restores a backup to a temporary location, opens the backup as the server would, and verifies all of its data. Leaves
 * the installation unchanged.
 */
export async function checkCopy(copy: StoredCopy, tools: CheckTools): Promise<CheckedCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'check-requests-drill-'))
  try {
    const begun = performance.now()
    const file = await fetchCopy(copy, folder)
    const fetched = `Fetched ${megabytes((await stat(file)).size)} in ${secondsSince(begun)}.`
    const { report, ...rest } = await examineCopy(copy, file, tools)
    return { ...rest, report: [fetched, ...report, `The whole check took ${secondsSince(begun)}.`] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a backup's file to a folder. */
export async function fetchCopy({ name, copies }: StoredCopy, folder: string): Promise<string> {
  const file = join(folder, name)
  await pipeline(
    await copies.read(name, 0, Number.POSITIVE_INFINITY),
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  )
  return file
}

/**
 * Verifies a backup that was copied to a folder. Leaves the backup's file unchanged, and puts temporary files next to
 * it.
 */
export async function examineCopy(copy: StoredCopy, file: string, tools: CheckTools): Promise<CheckedCopy> {
  const report: string[] = []
  let manifest: Manifest | undefined
  try {
    manifest = await readManifest(copy, copy.name)
    report.push(`The backup was made ${manifest.made_at}${manifest.version ? ` by version ${manifest.version}` : ''}.`)
    if (manifest.sha256 !== (await hashFile(file))) throw new Error(`${copy.name} doesn’t match its manifest.`)
    const described = manifest
    const findings = await whileMigrated(file, tools, (database) =>
      inspect(database, copy, { described, tools, report }),
    )
    return { report, findings, manifest }
  } catch (error) {
    return { report, findings: [String(propertyOf(error, 'message') ?? error)], manifest }
  }
}

interface Inspection {
  readonly described: Manifest
  readonly tools: CheckTools
  readonly report: string[]
}

async function inspect(database: AppDatabase, { files }: StoredCopy, { described, tools, report }: Inspection) {
  const { read } = database
  const { dataDir, keyFile: macKeyFile, secretsKeyFile } = tools
  const { intact, mismatches, chains } = await timed(report, 'Verified the audit trail', () =>
    verifyTrail(database, null),
  )
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0)
  report.push(`Audit trail: ${intact ? 'intact' : 'BROKEN'}. Entries: ${entries}. Chains: ${chains.length}.`)
  const found = await countRequests(read)
  report.push(`Check requests: ${found.check_requests}, totaling ${formatDollars(found.amount_cents / 100)}.`)
  const isAsCounted = found.check_requests === described.check_requests && found.amount_cents === described.amount_cents
  await requireFileKey(read, { dataDir, macKeyFile })
  await requireSecretsKey(read, { dataDir, macKeyFile, secretsKeyFile })
  const documents = `Compared the documents (${described.documents ?? 0}) with the audit trail`
  const wrongFiles = await timed(report, documents, () => verifyFiles(read, sealedFiles(files, macKeyFile)))
  return [
    ...(intact ? [] : ['The audit trail is broken.', ...mismatches]),
    ...(isAsCounted ? [] : ['The check requests don’t match the counts in the manifest.']),
    ...wrongFiles,
  ]
}

/**
 * Opens a backup as the server would and migrates it, in a copy of the file or in a temporary PostgreSQL database. Uses
 * a copy of the key file, because opening a backup can add notes to that file.
 */
async function whileMigrated<Found>(
  file: string,
  { keyFile, checkUrl }: CheckTools,
  work: (database: AppDatabase) => Promise<Found>,
): Promise<Found> {
  const dataDir = await mkdtemp(join(dirname(file), 'opened-'))
  const open = (databaseUrl: string | undefined) =>
    withKeysIn(dataDir, keyFile, async (macKeyFile) => {
      const database = await openDatabase({ dataDir, databaseUrl, macKeyFile })
      return work(database).finally(() => database.close())
    })
  try {
    if (file.endsWith('.dump')) return await inScratch(file, checkUrl, open)
    checkDatabase(file)
    await copyDatabase(file, databaseFile(dataDir))
    return await open(undefined)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs the work with a copy of the keys in this folder. Errors name the original keys, not the copy. */
export async function withKeysIn<Result>(
  folder: string,
  keyFile: string,
  work: (copy: string) => Promise<Result>,
): Promise<Result> {
  const copy = join(folder, 'audit-mac.json')
  if (existsSync(keyFile)) await copyFile(keyFile, copy)
  try {
    return await work(copy)
  } catch (error) {
    throw new Error(String(propertyOf(error, 'message')).replaceAll(copy, keyFile), { cause: error })
  }
}

async function inScratch<Found>(
  dump: string,
  checkUrl: string | undefined,
  open: (url: string) => Promise<Found>,
): Promise<Found> {
  if (!checkUrl) throw new Error('This backup is from PostgreSQL. Set DATABASE_URL or BACKUP_CHECK_URL to open it.')
  return withScratchDatabase(checkUrl, async (url) => {
    await fillPostgres(url, dump)
    return open(url)
  })
}

async function timed<Result>(report: string[], what: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  report.push(`${what} in ${secondsSince(begun)}.`)
  return result
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
