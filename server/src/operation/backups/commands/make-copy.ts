import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { copyFiles } from '../../../documents/attachments/commands/stored-files.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { hashFile, writeWhole } from '../../../platform/database/sqlite/backup.ts'
import { Failure, propertyOf } from '../../../platform/errors.ts'
import type { BackupPlace } from '../../../platform/files/backup-place.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { StoredFiles } from '../../../platform/files/stored-files.ts'
import type { Db } from '../../../tables.ts'
import { verifyTrail } from '../../../trail/commands/verify.ts'
import { countRequests, listHeads } from '../../../trail/queries/read.ts'
import { contentsOf, documentListOf, type Manifest, manifestOf, nameAt, readManifest } from './copies.ts'

const workName = 'in-progress-'

/** The installation to back up. */
export interface Source {
  readonly engine: Engine
  readonly keyring: Keyring
  /** The document files as stored, and the keys that open the copies. */
  readonly files: FileStore
  readonly copiedFiles: StoredFiles
  /** The product version and its newest migration. */
  readonly version: string
  readonly schema: string
}

/** A backup that was made and opened. `findings` are problems with the backup's audit trail or documents. */
export interface MadeCopy {
  readonly name: string
  readonly manifest: Manifest
  readonly findings: readonly string[]
}

/**
 * Copies the database and its documents, opens the copy, and verifies it. Only then writes the manifest that makes it
 * valid, so that an incomplete backup is never used. Problems that already existed, such as a missing document, become
 * findings and don't prevent the backup. `now` is in milliseconds UTC.
 */
export async function makeCopy(source: Source, place: BackupPlace, now: number): Promise<MadeCopy> {
  await place.check()
  await requireOwn(source.keyring, place)
  await removeLeftovers(place)
  await mkdir(place.workFolder, { recursive: true })
  const work = await mkdtemp(join(place.workFolder, workName))
  try {
    const file = join(work, nameAt(now, source.engine.suffix))
    // Most documents are copied before the database, so that no document can be removed between the two copies.
    await source.engine.whileLive((db) => copyDocuments(db, source, place))
    await source.engine.copy(file)
    const { findings, names, ...found } = await source.engine.whileOpen(file, (db) => inspect(db, source, place))
    await writeWhole(documentListOf(file), names.join('\n'))
    const manifest: Manifest = {
      made_at: new Date(now).toISOString(),
      version: source.version,
      schema: source.schema,
      bytes: (await stat(file)).size,
      sha256: await hashFile(file),
      trail_key: source.keyring.current.id,
      documents_sha256: await hashFile(documentListOf(file)),
      ...found,
    }
    await publish(file, manifest, place)
    return { name: basename(file), manifest, findings }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function copyDocuments(db: Db, { files, copiedFiles }: Source, place: BackupPlace) {
  return copyFiles(db, { from: files, to: place.files }, copiedFiles)
}

async function inspect(db: Db, source: Source, place: BackupPlace) {
  const { intact, mismatches } = await verifyTrail({ read: db, keyring: source.keyring }, null)
  const { names, findings } = await copyDocuments(db, source, place)
  return {
    names,
    findings: [...(intact ? [] : ['The audit trail is broken.', ...mismatches]), ...findings],
    documents: names.length,
    ...(await countRequests(db)),
    audit_heads: await listHeads(db, null),
  }
}

async function publish(file: string, manifest: Manifest, { copies, words }: BackupPlace): Promise<void> {
  const parts = [
    [file, manifest.sha256],
    [documentListOf(file), manifest.documents_sha256],
  ] as const
  for (const [part, hash] of parts) {
    await copies.put(basename(part), part)
    if ((await hashIn(copies, basename(part))) === hash) continue
    throw new Error(`The data read back from ${words} differs from the data written.`)
  }
  await writeWhole(manifestOf(file), `${JSON.stringify(manifest, null, 2)}\n`)
  await copies.put(basename(manifestOf(file)), manifestOf(file))
}

async function hashIn(store: FileStore, name: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await store.read(name, 0, Number.POSITIVE_INFINITY), hash)
  return hash.digest('hex')
}

/** Removes leftovers from interrupted runs. Only one run exists at a time. */
async function removeLeftovers({ copies, workFolder }: BackupPlace): Promise<void> {
  for (const name of (await contentsOf(copies)).leftovers) await copies.remove(name)
  const folders = await readdir(workFolder).catch(() => [])
  for (const name of folders)
    if (name.startsWith(workName)) await rm(join(workFolder, name), { recursive: true, force: true })
}

// Two installations that share a location would remove each other's backups.
async function requireOwn(keyring: Keyring, place: BackupPlace): Promise<void> {
  const [newest] = (await contentsOf(place.copies)).copies
  if (!newest) return
  const { trail_key: key } = await readManifest(place, newest.name)
  if (key === undefined || keyring.positionOf(key) >= 0) return
  throw new Error(`The backups in ${place.words} belong to another installation. Choose another location.`)
}

/** Copies one kind of database, and opens the copies. */
export interface Engine {
  /** The file extension of this engine's backups. */
  readonly suffix: 'db' | 'dump'
  /** Runs work on the live database. */
  whileLive<Found>(work: (db: Db) => Promise<Found>): Promise<Found>
  /**
   * Writes a consistent snapshot of the database to a file while other processes write. Resolves when the snapshot is
   * on disk.
   */
  copy(target: string): Promise<void>
  /** Opens a backup separately from the live database. Throws if the backup is damaged. */
  whileOpen<Found>(copy: string, work: (db: Db) => Promise<Found>): Promise<Found>
}

const sqliteFull = 13
const sqliteCannotOpen = 14

/** Turns an error during a backup into a sentence that names the location. */
export function explained(error: unknown, { words }: Pick<BackupPlace, 'words'>): Error {
  const message = String(propertyOf(error, 'message') ?? error)
  return new Error(sentenceFor(error, words) ?? message, { cause: error })
}

function sentenceFor(error: unknown, place: string): string | undefined {
  const code = String(propertyOf(error, 'code'))
  const ofSqlite = propertyOf(error, 'errcode')
  if (['ENOSPC', 'EDQUOT'].includes(code) || ofSqlite === sqliteFull) return `There is no space left in ${place}.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) || ofSqlite === sqliteCannotOpen)
    return `The server isn’t allowed to write to ${place}.`
  if (error instanceof Failure && error.code === 'UNAVAILABLE') return `${capital(place)} doesn’t respond.`
  if (propertyOf(error, '$metadata') || propertyOf(error, 'name') === 'CredentialsProviderError')
    return `${capital(place)} can’t be used (${propertyOf(error, 'name')}: ${propertyOf(error, 'message')}).`
  return undefined
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
