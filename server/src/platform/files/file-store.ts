import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { propertyOf } from '../errors.ts'

/** Stores files that never change, each under a unique name. */
export interface FileStore {
  /** Stores a local file's content. Resolves once the content is durable. The local file might be gone afterward. */
  put(name: string, localFile: string): Promise<void>
  /** Copies a file from another store without changing it. Resolves once the copy is durable. */
  copy(name: string, from: FileStore): Promise<void>
  has(name: string): Promise<boolean>
  /** Reads the bytes from `start` through `end`. Rejects, or ends with an error, if there is no such file. */
  read(name: string, start: number, end: number): Promise<Readable>
  /** Removes a file, or does nothing if the file is missing. */
  remove(name: string): Promise<void>
  /** Lists all files with the time at which each was stored, in milliseconds UTC. */
  list(): AsyncIterable<{ readonly name: string; readonly storedAt: number }>
}

const ownerOnly = { recursive: true, mode: 0o700 } as const

/**
 * Files in a folder, in subfolders by the first two characters of their names, so that no folder grows large. `isFlat`
 * puts the files directly in the folder, for locations that people browse, and ignores subfolders.
 */
export class DiskStore implements FileStore {
  readonly #folder: string
  readonly #isFlat: boolean

  constructor(folder: string, { isFlat = false } = {}) {
    this.#folder = folder
    this.#isFlat = isFlat
  }

  async put(name: string, localFile: string): Promise<void> {
    const folder = this.#folderOf(name)
    await mkdir(folder, ownerOnly)
    await rename(localFile, join(folder, name))
    await flushFolder(folder)
    await flushFolder(this.#folder)
  }

  async copy(name: string, from: FileStore): Promise<void> {
    await mkdir(this.#folder, ownerOnly)
    const part = join(this.#folder, `${name}.part`)
    await writeFile(part, await from.read(name, 0, Number.POSITIVE_INFINITY), { mode: 0o600, flush: true })
    await this.put(name, part)
  }

  async has(name: string): Promise<boolean> {
    const missing = await access(join(this.#folderOf(name), name)).then(
      () => false,
      () => true,
    )
    return !missing
  }

  async read(name: string, start: number, end: number): Promise<Readable> {
    return createReadStream(join(this.#folderOf(name), name), { start, end })
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folderOf(name), name), { force: true })
  }

  async *list(): AsyncGenerator<{ name: string; storedAt: number }> {
    for (const folder of await this.#folders()) {
      for (const name of await entriesOf(folder)) {
        const found = await stat(join(folder, name)).catch(undefinedIfMissing)
        if (found?.isFile()) yield { name, storedAt: found.ctimeMs }
      }
    }
  }

  #folderOf(name: string): string {
    return this.#isFlat ? this.#folder : join(this.#folder, name.slice(0, 2))
  }

  async #folders(): Promise<string[]> {
    if (this.#isFlat) return [this.#folder]
    const names = (await entriesOf(this.#folder)).filter((name) => name.length === 2)
    return names.map((name) => join(this.#folder, name))
  }
}

// A file is durable only once its folder is.
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(undefinedIfMissing)) ?? []
}

function undefinedIfMissing(error: unknown): undefined {
  if (propertyOf(error, 'code') !== 'ENOENT') throw error
}
