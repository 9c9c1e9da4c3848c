import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { tooLarge } from '@check-requests/domain/documents/attachments/fields.ts'
import { type Random, shortId } from '../crypto/hashes.ts'
import { Failure, isDiskFull } from '../errors.ts'
import type { FileStore } from './file-store.ts'
import { copies, type FileKey, headerBytes, saltBytes, saltIn, seal, sealedPart, unseal } from './sealed-chunks.ts'

/** A stored file: its name in the store, and the size of its content in bytes. */
export interface StoredFile {
  readonly storedAs: string
  readonly size: number
}

/** A received file that isn't stored yet. `sha256` is its content hash in hex. */
export interface ReceivedFile {
  readonly sha256: string
  readonly size: number
  /** Reads the content from the local copy. A part is valid until the next one is requested. */
  read(): AsyncIterable<Buffer>
  /** Stores the file. Resolves once the file is durable. */
  keep(): Promise<StoredFile>
  /** Removes the local copy if it still exists. */
  discard(): Promise<void>
}

interface Options {
  readonly store: FileStore
  /** The folder for files that are arriving. */
  readonly incoming: string
  readonly key: () => FileKey
  readonly random: Random
}

const readBytes = 65_536

/** Uploaded files, sealed with the installation's key before they reach a disk. */
export class StoredFiles {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Receives a file while it arrives. As soon as the file exceeds `mostBytes`, refuses it and keeps nothing. */
  async receive(content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<ReceivedFile> {
    const { incoming, key, random } = this.#options
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const local = join(incoming, shortId(random))
    const counted = { hash: createHash('sha256'), size: 0 }
    const salt = random(saltBytes)
    try {
      await writeFlushed(local, seal(count(inTurn(content), counted, mostBytes), key(), salt))
    } catch (error) {
      await rm(local, { force: true })
      throw isDiskFull(error) ? new Failure('NO_ROOM', noRoom) : error
    }
    return this.#received(local, counted.hash.digest('hex'), counted.size, salt)
  }

  /** Reads a stored file's content from `start` through `end`. */
  async read(
    { storedAs, size }: StoredFile,
    { start, end } = { start: 0, end: size - 1 },
  ): Promise<AsyncIterable<Buffer>> {
    const { store } = this.#options
    const key = this.#options.key()
    const salt = saltIn(await buffer(await store.read(storedAs, 0, headerBytes - 1)), key)
    const part = sealedPart(size, start, end)
    return copies(unseal(await store.read(storedAs, part.start, part.end), { key, salt, size, start, end }))
  }

  remove({ storedAs }: Pick<StoredFile, 'storedAs'>): Promise<void> {
    return this.#options.store.remove(storedAs)
  }

  /** Lists all stored files by their names in the store. */
  list(): ReturnType<FileStore['list']> {
    return this.#options.store.list()
  }

  /**
   * Removes incomplete files that started to arrive before this time, in milliseconds UTC. A killed server leaves such
   * files behind.
   */
  async forgetArriving(before: number): Promise<void> {
    const { incoming } = this.#options
    for (const name of await readdir(incoming).catch(() => [])) {
      const { mtimeMs } = await stat(join(incoming, name))
      if (mtimeMs < before) await rm(join(incoming, name), { force: true })
    }
  }

  #received(local: string, sha256: string, size: number, salt: Buffer): ReceivedFile {
    const { store, key, random } = this.#options
    // The name includes a random part, so that removing a file never removes another file's content.
    const storedAs = `${sha256}-${shortId(random)}`
    const whole = { key: key(), salt, size, start: 0, end: size - 1 }
    return {
      sha256,
      size,
      read: () => unseal(partsOf(local, headerBytes), whole),
      keep: async () => {
        await store.put(storedAs, local).catch(explainFull)
        return { storedAs, size }
      },
      discard: () => rm(local, { force: true }),
    }
  }
}

const noRoom = 'There is no space left to store documents. Nothing was added. Tell the person who runs this server.'

let lastTurn = Promise.resolve()

/**
 * Processes one part of all arriving files in each turn of the event loop. Otherwise, ten files at once would delay
 * other calls by ten parts. Senders are slowed down in the meantime.
 */
async function* inTurn(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    lastTurn = lastTurn.then(nextTurn)
    await lastTurn
    yield part
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function* count(
  content: AsyncIterable<Uint8Array>,
  counted: { readonly hash: ReturnType<typeof createHash>; size: number },
  mostBytes: number,
) {
  for await (const part of content) {
    counted.size += part.length
    if (counted.size > mostBytes) throw new Failure('TOO_LARGE', tooLarge(mostBytes))
    counted.hash.update(part)
    yield part
  }
}

async function writeFlushed(file: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  for await (const part of parts) await handle.writeFile(part)
  await handle.sync()
}

/** Reads the file from this byte on. A part is valid until the next one is requested, because they share a buffer. */
async function* partsOf(file: string, start: number): AsyncGenerator<Buffer> {
  await using handle = await open(file)
  const part = Buffer.allocUnsafeSlow(readBytes)
  for (let position = start; ; ) {
    const { bytesRead } = await handle.read(part, 0, readBytes, position)
    if (bytesRead === 0) return
    yield part.subarray(0, bytesRead)
    position += bytesRead
  }
}

function explainFull(error: unknown): never {
  throw isDiskFull(error) ? new Failure('NO_ROOM', noRoom) : error
}
