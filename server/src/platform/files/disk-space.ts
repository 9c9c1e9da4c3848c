import { statfs } from 'node:fs/promises'
import type { Clock } from '../clock.ts'
import { propertyOf } from '../errors.ts'

// Less than a checkpoint of the write-ahead log may need.
const leastBytes = 8_388_608
const rememberedFor = 30_000

/**
 * Whether there is room to write. `folder`: that of the database, if it is on this machine; a database elsewhere says so
 * only when something is written.
 */
export class DiskRoom {
  readonly #clock: Clock
  readonly #folder: string | undefined
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, folder: string | undefined) {
    this.#clock = clock
    this.#folder = folder
  }

  /** Notes that something could not be written. */
  noteFull(): void {
    this.#fullAt = this.#clock()
  }

  /** True within half a minute of a write that failed, and while the folder has almost no room. */
  async isFull(): Promise<boolean> {
    if (this.#clock() - this.#fullAt < rememberedFor) return true
    const free = this.#folder === undefined ? null : await freeBytes(this.#folder)
    return free !== null && free < leastBytes
  }
}

/** How many bytes are left for this process on the disk that has a folder; null where there is no such folder. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (propertyOf(error, 'code') !== 'ENOENT') throw error
    return null
  }
}
