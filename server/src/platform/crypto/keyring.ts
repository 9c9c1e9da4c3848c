import { propertyOf } from '../errors.ts'
import { Authenticator, isSameCode, type Random, sha256 } from './hashes.ts'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts'

const keyBytes = 32

interface StoredKey {
  /** Derived from the key, so that another key never has the same id. */
  readonly id: string
  readonly key: string
  readonly since: string
}

interface Contents {
  /** False until the database knows the newest key. */
  readonly in_use: boolean
  /** Oldest first. */
  readonly keys: readonly StoredKey[]
}

/**
 * Secret keys in a file. The newest key makes message authentication codes (HMAC-SHA-256), and earlier keys only verify
 * them. Every code includes `purpose`, so that codes made for another purpose are rejected.
 */
export class Keyring {
  readonly #file: string
  readonly #purpose: string
  readonly #contents: Contents
  readonly #authenticators: readonly Authenticator[]

  private constructor(file: string, purpose: string, contents: Contents) {
    this.#file = file
    this.#purpose = purpose
    this.#contents = contents
    this.#authenticators = contents.keys.map(
      ({ key }) => new Authenticator(Buffer.from(key, 'base64url'), `${purpose}\n`),
    )
  }

  /**
   * Reads the key file. Returns undefined if there is no file, and throws a readable error if the file contains no
   * keys.
   */
  static read(file: string, purpose: string): Keyring | undefined {
    const text = readKeyFile(file)
    return text === undefined ? undefined : new Keyring(file, purpose, parse(file, text))
  }

  /**
   * Creates the first key, in a file that only its owner can read. `at` is a time in UTC. If another process has
   * created the file at the same time, reads that file instead.
   */
  static create(file: string, purpose: string, random: Random, at: string): Keyring {
    const contents = { in_use: false, keys: [newKey(random, at)] }
    if (createKeyFile(file, contents)) return new Keyring(file, purpose, contents)
    return new Keyring(file, purpose, parse(file, readKeyFile(file) ?? ''))
  }

  get file(): string {
    return this.#file
  }

  /** The id and first moment of the newest key, which makes the codes. */
  get current(): { readonly id: string; readonly since: string } {
    return this.#contents.keys.at(-1) as StoredKey
  }

  /** The ids of all keys, oldest first. */
  get ids(): string[] {
    return this.#contents.keys.map(({ id }) => id)
  }

  /** The id of the key before the newest one, or undefined once the database knows the newest. */
  get replacing(): string | undefined {
    return this.#contents.in_use ? undefined : this.#contents.keys.at(-2)?.id
  }

  get isInUse(): boolean {
    return this.#contents.in_use
  }

  /** Returns the same keys, with the newest marked as used or unused by a database. */
  markedInUse(inUse: boolean): Keyring {
    return this.#replacedBy({ ...this.#contents, in_use: inUse })
  }

  /** Returns the same keys with a new one, which makes the codes from now on. `at` is a time in UTC. */
  withNewKey(random: Random, at: string): Keyring {
    return this.#replacedBy({ in_use: false, keys: [...this.#contents.keys, newKey(random, at)] })
  }

  /** The position of a key from the oldest, or -1 if it isn't in this ring. */
  positionOf(id: string): number {
    return this.#contents.keys.findIndex((key) => key.id === id)
  }

  /** Returns the code for a text, as base64url. */
  codeOf(text: string, id = this.current.id): string {
    const authenticator = this.#authenticators[this.positionOf(id)]
    if (!authenticator)
      throw new Error(`Key ${id} is missing from ${this.#file}. Restore the file from your copy of the key file.`)
    return authenticator.codeOf(text)
  }

  /** Returns true if the code was made for this text with this key. */
  accepts(text: string, id: string, code: string): boolean {
    const authenticator = this.#authenticators[this.positionOf(id)]
    return authenticator !== undefined && isSameCode(authenticator.codeOf(text), code)
  }

  #replacedBy(contents: Contents): Keyring {
    replaceKeyFile(this.#file, contents)
    return new Keyring(this.#file, this.#purpose, contents)
  }
}

function newKey(random: Random, since: string): StoredKey {
  const key = random(keyBytes).toString('base64url')
  return { id: idOf(key), key, since }
}

function idOf(key: string): string {
  return sha256(`check-requests key id\n${key}`).slice(0, 16)
}

function parse(file: string, text: string): Contents {
  const contents = readJson(text)
  const keys: unknown = propertyOf(contents, 'keys')
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isWhole)) throw new Error(`${file} contains no keys.`)
  return { in_use: propertyOf(contents, 'in_use') === true, keys }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isWhole(stored: unknown): stored is StoredKey {
  const key = propertyOf(stored, 'key')
  if (typeof key !== 'string' || Buffer.from(key, 'base64url').length !== keyBytes) return false
  return propertyOf(stored, 'id') === idOf(key) && typeof propertyOf(stored, 'since') === 'string'
}
