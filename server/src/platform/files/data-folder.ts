import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { propertyOf } from '../errors.ts'

/**
 * Holds a lock on a data folder until the process ends, however it ends.
 * Throws when another process holds it: SQLite's data must have one owner here.
 */
export function ownDataFolder(dataDir: string): { release(): void } {
  usable(dataDir, () => closeToOthers(dataDir))
  demandFolder(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'in-use.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(`The data folder ${dataDir} is in use by another running server. Stop that one first.`)
  }
  return { release: () => lock.close() }
}

/** Makes a data folder where there is none. Throws a sentence when it is no folder in which this process can write. */
export function demandFolder(dataDir: string): void {
  usable(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  })
}

function usable(dataDir: string, use: () => void): void {
  try {
    use()
  } catch (error) {
    const reason = reasons[String(propertyOf(error, 'code'))] ?? String(propertyOf(error, 'message'))
    throw new Error(`DATA_DIR: the folder ${dataDir} cannot be used: ${reason}.`, { cause: error })
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the account that runs the server may not write to it',
  EPERM: 'the account that runs the server may not write to it',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its name is a file',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
}

const folderMode = 0o700
const fileMode = 0o600

/**
 * From now on, whatever this process creates is closed to other users of the machine, who must not read names, amounts
 * and password hashes.
 */
export function createOwnerOnly(): void {
  process.umask(0o077)
}

/** Creates a folder, or takes an existing one with the files in it, and closes it to other users of the machine. */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  restrict(folder, folderMode)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) restrict(join(folder, entry.name), fileMode)
}

// A volume can belong to another account, which then decides who reads it: worth a warning, not a refusal to start.
function restrict(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch {
    process.emitWarning(`${path} may be open to other users of this machine, and this account cannot change that.`)
  }
}
