import { Failure } from '../errors.ts'
import type { Discardable } from './read-form.ts'

/** A file that has arrived and is nowhere but in memory. */
export interface FileInMemory extends Discardable {
  readonly bytes: Uint8Array
}

/** Takes a file into memory; refuses one of more than `mostBytes`. */
export async function inMemory(content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<FileInMemory> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    size += part.byteLength
    if (size > mostBytes)
      throw new Failure(
        'TOO_LARGE',
        `This file is too large. At most ${Math.floor(mostBytes / 1_000_000)} MB are read.`,
      )
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts), discard: () => {} }
}
