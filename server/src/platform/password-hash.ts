import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Failure } from './errors.ts'
import type { Random } from './random.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const hashesAtOnce = 2
const longestQueue = 200

/** Hashes and checks passwords with argon2id, two at a time, so that a flood of logins cannot stop everything else. */
export class PasswordHasher {
  readonly #random: Random
  readonly #waiting: (() => void)[] = []
  #running = 0
  #decoy: Promise<string> | undefined

  constructor(random: Random) {
    this.#random = random
  }

  /** A hash with its parameters and salt, to be stored. */
  async hash(password: string): Promise<string> {
    const salt = this.#random(16)
    const tag = await this.#inTurn(() =>
      derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost }),
    )
    const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
    return `$argon2id$v=19$${parameters}$${encode(salt)}$${encode(tag)}`
  }

  /** Does the password fit? Without a stored hash it takes just as long and answers no. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    this.#decoy ??= this.hash('no such account')
    const [, , , , salt = '', tag = ''] = (stored ?? (await this.#decoy)).split('$')
    const nonce = Buffer.from(salt, 'base64')
    const found = await this.#inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce, ...cost }))
    return timingSafeEqual(found, Buffer.from(tag, 'base64')) && stored !== undefined
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= hashesAtOnce) await this.#wait()
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= longestQueue)
      throw new Failure('TOO_MANY', 'Too many people are logging in at this moment. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
