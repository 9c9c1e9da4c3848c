import { hkdfSync, type webcrypto } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type Random, sha256 } from '../crypto/hashes.ts'
import { createKeyFile } from '../crypto/key-file.ts'

/*
 * The format of a sealed file: a 32-byte header (`CRF1`, 12 bytes of key id, 16 bytes of salt), then chunks of 64 KiB,
 * each encrypted with AES-256-GCM and followed by its tag. The file's key is derived from the installation's key and
 * the salt. A nonce consists of the chunk number and whether it is the last chunk, so that moved, missing, or truncated
 * chunks are detected.
 */
const magic = Buffer.from('CRF1')
const idBytes = 12
export const saltBytes = 16
export const headerBytes = magic.length + idBytes + saltBytes
const chunkBytes = 65_536
const tagBytes = 16
const sealedChunkBytes = chunkBytes + tagBytes
const name = 'AES-GCM'
const { subtle } = crypto

/** A key that seals files, and the 12-character id by which files refer to the key. */
export interface FileKey {
  readonly id: string
  readonly secret: Uint8Array
}

/**
 * Yields the file header with this salt, and then the sealed chunks of the content. A part is valid until the next one
 * is requested.
 */
export async function* seal(content: AsyncIterable<Uint8Array>, key: FileKey, salt: Buffer): AsyncGenerator<Buffer> {
  const secret = await secretOf(key, salt)
  yield Buffer.concat([magic, Buffer.from(key.id), salt])
  let index = 0
  let waiting: Buffer<ArrayBuffer> | undefined
  for await (const chunk of inChunks(content)) {
    if (waiting) yield* lent(await sealChunk(secret, waiting, nonceOf(index++, false)))
    waiting = chunk
  }
  yield* lent(await sealChunk(secret, waiting ?? Buffer.alloc(0), nonceOf(index, true)))
}

/**
 * Returns the byte range of a sealed file that holds a part of its content, whose size is `size` bytes. `start` and
 * `end` are inclusive.
 */
export function sealedPart(size: number, start: number, end: number): { start: number; end: number } {
  const first = Math.floor(start / chunkBytes)
  const last = Math.min(Math.floor(end / chunkBytes), lastChunk(size))
  const sealedSize = headerBytes + size + (lastChunk(size) + 1) * tagBytes
  const after = headerBytes + (last + 1) * sealedChunkBytes
  return { start: headerBytes + first * sealedChunkBytes, end: Math.min(after, sealedSize) - 1 }
}

/** Reads the header. Throws if the file is sealed with another key, or not at all. */
export function saltIn(header: Uint8Array, key: FileKey): Buffer {
  const bytes = Buffer.from(header)
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic))
    throw new Error('This file wasn’t stored by this installation, or it is damaged.')
  const id = bytes.toString('latin1', magic.length, magic.length + idBytes)
  if (id !== key.id) throw new Error(`This file is sealed with key ${id}, but the installed key is ${key.id}.`)
  return bytes.subarray(headerBytes - saltBytes, headerBytes)
}

/**
 * Yields the content from `start` to `end`, given the part of the sealed file that `sealedPart` returned. A part is
 * valid until the next one is requested.
 */
export async function* unseal(
  sealed: AsyncIterable<Uint8Array>,
  { key, salt, size, start, end }: { key: FileKey; salt: Buffer; size: number; start: number; end: number },
): AsyncGenerator<Buffer> {
  const secret = await secretOf(key, salt)
  let index = Math.floor(start / chunkBytes)
  for await (const chunk of inChunks(sealed, sealedChunkBytes)) {
    const content = await openChunk(secret, chunk, nonceOf(index, index === lastChunk(size)))
    const from = index * chunkBytes
    yield* lent(content, Math.max(start - from, 0), Math.min(end + 1 - from, content.byteLength))
    index += 1
  }
}

/** Copies parts so that they stay valid, for readers that request the next one before they are done. */
export async function* copies(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part)
}

function lastChunk(size: number): number {
  return Math.max(Math.ceil(size / chunkBytes) - 1, 0)
}

function secretOf({ secret }: FileKey, salt: Buffer): Promise<webcrypto.CryptoKey> {
  const derived = hkdfSync('sha256', secret, salt, 'check-requests file v1', 32)
  return subtle.importKey('raw', derived, name, false, ['encrypt', 'decrypt'])
}

function nonceOf(index: number, isLast: boolean): Buffer<ArrayBuffer> {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(secret: webcrypto.CryptoKey, content: Buffer<ArrayBuffer>, iv: Buffer<ArrayBuffer>) {
  return subtle.encrypt({ name, iv }, secret, content)
}

function openChunk(secret: webcrypto.CryptoKey, sealed: Buffer<ArrayBuffer>, iv: Buffer<ArrayBuffer>) {
  return subtle.decrypt({ name, iv }, secret, sealed)
}

// Yields the bytes, and frees their memory as soon as the next part is requested. If this were left to garbage
// collection, a few files would repeatedly pause everything else.
function* lent(bytes: ArrayBuffer, start = 0, end = bytes.byteLength): Generator<Buffer> {
  yield Buffer.from(bytes, start, end - start)
  bytes.transfer(0)
}

/**
 * Splits the bytes into pieces of one size, except for the last. Two buffers take turns, so a piece is valid until the
 * piece after the next one is requested. With new buffers for each piece, several times the file's size would become
 * garbage.
 */
async function* inChunks(content: AsyncIterable<Uint8Array>, bytes = chunkBytes): AsyncGenerator<Buffer<ArrayBuffer>> {
  let [chunk, other] = [Buffer.allocUnsafe(bytes), Buffer.allocUnsafe(bytes)]
  let held = 0
  for await (const part of content) {
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + bytes - held)
      chunk.set(taken, held)
      at += taken.length
      held += taken.length
      if (held < bytes) continue
      yield chunk
      ;[chunk, other] = [other, chunk]
      held = 0
    }
  }
  if (held > 0) yield chunk.subarray(0, held)
}

const contents = z.strictObject({ key: z.base64url().length(43) })

/**
 * Reads the key that seals stored files, from a file that only its owner can read. Returns undefined if there is none.
 */
export function readFileKey(file: string): FileKey | undefined {
  if (!existsSync(file)) return undefined
  const secret = Buffer.from(parse(file).key, 'base64url')
  return { id: sha256(secret).slice(0, 12), secret }
}

/** Creates the key, or reads the existing one if another process has created a key at the same time. */
export function createFileKey(file: string, random: Random): FileKey {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  createKeyFile(file, { key: random(32).toString('base64url') })
  return readFileKey(file) ?? createFileKey(file, random)
}

function parse(file: string): z.output<typeof contents> {
  try {
    return contents.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new Error(`${file} contains no key for stored files. Restore the file from your copy of the key file.`)
  }
}
