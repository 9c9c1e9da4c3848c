import type { Readable } from 'node:stream'

/** Where files are stored, each under a name of its own and never changed. */
export interface FileStore {
  /** Stores what a local file holds; done only when it is durable. The local file may be gone afterwards. */
  put(name: string, localFile: string): Promise<void>
  /** Takes a file over from another store, as it is; done only when it is durable. */
  copy(name: string, from: FileStore): Promise<void>
  has(name: string): Promise<boolean>
  /** The bytes from `start` up to and including `end`. Rejects, or ends with an error, when there is no such file. */
  read(name: string, start: number, end: number): Promise<Readable>
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>
  /** All files, with the moment at which each was stored, in milliseconds, UTC. */
  list(): AsyncIterable<{ readonly name: string; readonly storedAt: number }>
}
