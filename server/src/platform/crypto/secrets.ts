import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type Random, sha256 } from './hashes.ts'
import { createKeyFile, replaceKeyFile } from './key-file.ts'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

const contents = z.strictObject({ keys: z.array(z.base64url().length(43)).min(1) })

/** A secret key, and the id that sealed texts refer to. */
interface SecretKey {
  readonly id: string
  readonly secret: Buffer
}

/**
 * Seals short secrets that must be read again, such as account numbers, with AES-256-GCM and keys in a file that only
 * its owner can read. The newest key seals secrets, and earlier keys open the secrets that they sealed. The file is
 * created for the first secret.
 */
export class Secrets {
  readonly #file: () => string
  readonly #random: Random
  #known: readonly SecretKey[] | undefined

  constructor(file: () => string, random: Random) {
    this.#file = file
    this.#random = random
  }

  /**
   * Returns the sealed text: key id, nonce, ciphertext, and tag. The sealed text can be opened only in the same
   * context.
   */
  seal(text: string, context: string): string {
    const { id, secret } = this.#newest()
    const nonce = this.#random(nonceBytes)
    const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(context))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${id}.${sealed.toString('base64url')}`
  }

  /** Returns the text. Throws if the key is missing or if the text was sealed in another context. */
  open(sealed: string, context: string): string {
    const [id = '', rest = ''] = sealed.split('.')
    const key = this.#keys().find((one) => one.id === id)
    if (!key)
      throw new Error(`Key ${id} is missing from ${this.#file()}. Restore the file from your copy of the key file.`)
    const bytes = Buffer.from(rest, 'base64url')
    const decipher = createDecipheriv(algorithm, key.secret, bytes.subarray(0, nonceBytes))
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }

  /** Returns a code that is equal for equal texts under the newest key, and reveals nothing else. */
  markOf(text: string): string {
    const derived = Buffer.from(hkdfSync('sha256', this.#newest().secret, '', 'check-requests mark v1', keyBytes))
    return createHmac('sha256', derived).update(text).digest('base64url')
  }

  /** True if there is a file with keys. Throws if the file contains no keys. */
  get isThere(): boolean {
    return this.#keys().length > 0
  }

  /** True if the key that sealed this text is in the file. */
  knows(sealed: string): boolean {
    return this.#keys().some(({ id }) => sealed.startsWith(`${id}.`))
  }

  /** Adds a key, which seals from now on. The caller has to seal existing secrets again. */
  addKey(): void {
    const keys = [...this.#keys().map(({ secret }) => secret), this.#random(keyBytes)]
    replaceKeyFile(this.#file(), { keys: keys.map((key) => key.toString('base64url')) })
    this.#known = undefined
  }

  #newest(): SecretKey {
    return this.#keys().at(-1) ?? this.#make()
  }

  #make(): SecretKey {
    const file = this.#file()
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    createKeyFile(file, { keys: [this.#random(keyBytes).toString('base64url')] })
    return this.#newest()
  }

  #keys(): readonly SecretKey[] {
    if (this.#known) return this.#known
    const file = this.#file()
    if (!existsSync(file)) return []
    this.#known = parse(file).map((secret) => ({ id: sha256(secret).slice(0, 12), secret }))
    return this.#known
  }
}

function parse(file: string): Buffer[] {
  try {
    return contents.parse(JSON.parse(readFileSync(file, 'utf8'))).keys.map((key) => Buffer.from(key, 'base64url'))
  } catch {
    throw new Error(`${file} contains no keys for secrets. Restore the file from your copy of the key file.`)
  }
}
