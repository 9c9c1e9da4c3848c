import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import { propertyOf } from '../errors.ts'

/**
 * Locks a data folder until the process ends, however it ends. Throws if another process holds the lock, because only
 * one process may use SQLite's data here.
 */
export function ownDataFolder(dataDir: string): { release(): void } {
  usable(dataDir, () => closeToOthers(dataDir))
  requireFolder(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'in-use.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(`The data folder ${dataDir} is in use by another running server. Stop that server first.`)
  }
  return { release: () => lock.close() }
}

/** Creates a data folder if there is none. Throws a readable error if this process can't write to it. */
export function requireFolder(dataDir: string): void {
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
    throw new Error(`DATA_DIR: the folder ${dataDir} can’t be used: ${reason}.`, { cause: error })
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the server account has no write permission',
  EPERM: 'the server account has no write permission',
  EEXIST: 'it is a file',
  ENOTDIR: 'part of its path is a file',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
}

const folderMode = 0o700
const fileMode = 0o600

/**
 * Makes all files that this process creates from now on unreadable to other users of the machine, because the files
 * contain names, amounts, and password hashes.
 */
export function createOwnerOnly(): void {
  process.umask(0o077)
}

/** Creates a folder, or takes an existing one with its files, and removes other users' access to it. */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  restrict(folder, folderMode)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) restrict(join(folder, entry.name), fileMode)
}

// A volume can belong to another account, which then decides who reads it. That is a reason to warn, but not to refuse
// to start.
function restrict(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch {
    process.emitWarning(`Other users of this machine might have access to ${path}, and this account can’t change that.`)
  }
}

// Less free space than this might be too little for a checkpoint of the write-ahead log.
const leastBytes = 8_388_608
const rememberedFor = 30_000

/**
 * Detects a full disk. `folder` is the database's folder if it is on this machine. With a database on another machine,
 * only failed writes show that its disk is full.
 */
export class DiskRoom {
  readonly #clock: Clock
  readonly #folder: string | undefined
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, folder: string | undefined) {
    this.#clock = clock
    this.#folder = folder
  }

  /** Records that a write failed because the disk is full. */
  noteFull(): void {
    this.#fullAt = this.#clock()
  }

  /** Returns true for half a minute after a failed write, and while the folder has almost no room. */
  async isFull(): Promise<boolean> {
    if (this.#clock() - this.#fullAt < rememberedFor) return true
    const free = this.#folder === undefined ? null : await freeBytes(this.#folder)
    return free !== null && free < leastBytes
  }
}

/** Returns the number of bytes available to this process on a folder's disk, or null if there is no such folder. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (propertyOf(error, 'code') !== 'ENOENT') throw error
    return null
  }
}
