import { hash, randomBytes } from 'node:crypto'
import { propertyOf } from '../errors.ts'

/** Returns unguessable bytes. Passed as an argument so that tests can reproduce them. */
export type Random = (bytes: number) => Buffer

export const secureRandom: Random = (bytes) => randomBytes(bytes)

/** The size of a pool, in bytes. */
const pooledBytes = 4096

/**
 * Returns bytes for ids that aren't secrets. Requesting many bytes at a time costs a tenth of requesting them
 * separately.
 */
export function pooled(random: Random): Random {
  let pool: Buffer = Buffer.alloc(0)
  let used = 0
  return (bytes) => {
    if (used + bytes > pool.length) {
      pool = random(pooledBytes)
      used = 0
    }
    used += bytes
    return pool.subarray(used - bytes, used)
  }
}

/** An id for a log line or a session: 12 hex characters (R249). Not a secret. */
export function shortId(random: Random): string {
  return random(6).toString('hex')
}

/** Ids for log lines: 12 hex characters that count up from a random start. */
export function shortIds(random: Random): () => string {
  let last = random(6).readUIntBE(0, 6)
  return () => {
    last = (last + 1) % 2 ** 48
    return last.toString(16).padStart(12, '0')
  }
}

/** SHA-256 as hex, the stored form of secrets and fingerprints. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** SHA-256 as base64url, which is a third shorter than hex. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** JSON with sorted keys, so that equal contents give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

/** A hash that is equal for equal contents. */
export function canonicalFingerprint(value: unknown): string {
  return sha256(canonicalJson(value))
}

// Sorts the keys directly, because a replacer function would take twice as long, on every write.
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sorted(propertyOf(value, key))]))
}

const blockBytes = 64
const hashBytes = 32

/**
 * Computes message authentication codes (HMAC-SHA-256, RFC 2104) with one key. Verifying the audit trail computes one
 * per entry, and for such short texts, two plain hashes take a third of the time of Node's own HMAC.
 */
export class Authenticator {
  readonly #start: number
  readonly #outer: Buffer
  #inner: Buffer

  /** The key has at most 64 bytes. `prefix` is put before every text. */
  constructor(key: Uint8Array, prefix: string) {
    if (key.length > blockBytes) throw new RangeError(`A key can have at most ${blockBytes} bytes, not ${key.length}.`)
    this.#inner = Buffer.concat([padded(key, 0x36), Buffer.from(prefix)])
    this.#outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(hashBytes)])
    this.#start = this.#inner.length
  }

  /** Returns the code for a text, as base64url. */
  codeOf(text: string): string {
    this.#makeRoom(this.#start + Buffer.byteLength(text))
    this.#inner.write(text, this.#start)
    this.#outer.write(hash('sha256', this.#inner, 'binary'), blockBytes, 'latin1')
    return hash('sha256', this.#outer, 'base64url')
  }

  #makeRoom(length: number): void {
    if (this.#inner.length === length) return
    const inner = Buffer.alloc(length)
    this.#inner.copy(inner, 0, 0, this.#start)
    this.#inner = inner
  }
}

/** Compares two codes in constant time. */
export function isSameCode(one: string, other: string): boolean {
  let differing = one.length ^ other.length
  for (let position = 0; position < one.length; position += 1)
    differing |= one.charCodeAt(position) ^ other.charCodeAt(position)
  return differing === 0
}

function padded(key: Uint8Array, pad: number): Uint8Array {
  const block = new Uint8Array(blockBytes)
  block.set(key)
  return block.map((byte) => byte ^ pad)
}
