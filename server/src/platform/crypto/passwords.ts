import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type Name, Turns } from '../threads/fair-queue.ts'
import type { Random } from './hashes.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/** The cost of computing a hash, which slows down guessing. `memory` is in KiB. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const owaspMinimum: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Returns the number of passwords to hash at a time: at most two, with one core left for other work. */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(2, cores - 1))
}

interface CheckOptions {
  /** The source network. Networks take turns, so that frequent attempts from one can't keep others out. */
  readonly network?: Name
  /** Runs with the result before the next check starts. */
  readonly conclude?: (fits: boolean) => Promise<void>
}

/** Hashes and checks passwords with argon2id, a few at a time, so that a flood of logins can't stop other work. */
export class PasswordHasher {
  readonly #random: Random
  readonly #cost: HashCost
  readonly #turns = new Turns({
    atOnce: hashesAtOnce(availableParallelism()),
    longestQueue: 200,
    mostWaiting: 300,
    whenFull: 'Too many users are logging in right now. Try again in a few seconds.',
    retryAfterSeconds: 5,
  })
  #decoy: Promise<string> | undefined

  constructor(random: Random, cost = owaspMinimum) {
    this.#random = random
    this.#cost = cost
  }

  /** Returns a hash with its parameters and salt, for storage. */
  async hash(password: string): Promise<string> {
    const salt = this.#random(16)
    const tag = await this.#turns.take(null, () => deriveTag(password, salt, this.#cost))
    const { memory, passes, parallelism } = this.#cost
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
  }

  /**
   * Returns true if the password matches. `lookUp` returns the stored hash and is called only when the check's turn
   * comes. Its errors are rethrown. Without a hash, the check takes just as long and returns false.
   */
  async verify(
    password: string,
    lookUp: () => Promise<string | undefined>,
    { network = null, conclude = async () => {} }: CheckOptions = {},
  ): Promise<boolean> {
    this.#decoy ??= this.hash('no such account')
    const decoy = await this.#decoy
    return this.#turns.take(network, async () => {
      const stored = await lookUp()
      const [, , , parameters = '', salt = '', tag = ''] = (stored ?? decoy).split('$')
      const found = await deriveTag(password, Buffer.from(salt, 'base64'), readCost(parameters))
      const fits = timingSafeEqual(found, Buffer.from(tag, 'base64')) && stored !== undefined
      await conclude(fits)
      return fits
    })
  }
}

function deriveTag(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost, tagLength })
}

// A hash is checked at its original cost, so that a higher cost for new hashes locks no user out.
function readCost(parameters: string): HashCost {
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((part) => Number(part.slice(2)))
  return { memory, passes, parallelism }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

let common: ReadonlySet<string> | undefined

/**
 * Returns a function that checks whether a lowercase password is among the 49,000 that attackers try first. The list
 * takes five megabytes, so it is loaded only when a user first sets a password.
 */
export async function commonPasswords(): Promise<(folded: string) => boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  common ??= new Set(dictionary['passwords-common'])
  const known = common
  return (folded) => known.has(folded)
}
