import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'

const quote = (path: string) => `'${path.replaceAll("'", "''")}'`

/** Copies a database, even one in use, to another file, and checks the copy. Resolves when the copy is on disk. */
export async function copyDatabase(source: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another name for the backup.`)
  const part = `${target}.part`
  await rm(part, { force: true })
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    database.exec(`vacuum into ${quote(part)}`)
  } finally {
    database.close()
  }
  checkDatabase(part)
  await flush(part)
  await rename(part, target)
  await flush(dirname(target))
}

/** Throws unless SQLite finds the file intact and every reference in it valid. */
export function checkDatabase(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const integrity = database.prepare('pragma integrity_check').get()?.integrity_check
    if (integrity !== 'ok') throw new Error(`${file} is damaged: ${integrity}`)
    const orphan = database.prepare('pragma foreign_key_check').get()
    if (orphan) throw new Error(`${file} is damaged: a row in ${String(orphan.table)} refers to a missing row.`)
  } finally {
    database.close()
  }
}

/**
 * Replaces the database in a data folder with a checked one. The old one stays next to it under the given name, along
 * with its other files, because an old write-ahead log would corrupt the new database. `statements` change the new one
 * before it is put in place. Returns false if there was no old one.
 */
export async function replaceDatabase(
  checked: string,
  { file, old, statements }: { file: string; old: string; statements: string },
): Promise<boolean> {
  const part = `${file}.part`
  await copyFile(checked, part)
  change(part, statements)
  await flush(part)
  const hadOne = existsSync(file)
  if (hadOne) {
    foldLog(file)
    await rename(file, old)
  }
  await rm(`${file}-wal`, { force: true })
  await rm(`${file}-shm`, { force: true })
  await rename(part, file)
  await flush(dirname(file))
  return hadOne
}

/** SHA-256 of a file, as hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes a small file atomically, so that the file is either complete on disk or missing. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text)
  await flush(`${file}.part`)
  await rename(`${file}.part`, file)
}

/** The path of a data folder's database file. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'check-requests.db')
}

function change(file: string, statements: string): void {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

function foldLog(file: string): void {
  change(file, 'pragma wal_checkpoint(truncate)')
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}
