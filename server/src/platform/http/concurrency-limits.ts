import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Failure } from '../errors.ts'
import { networkOf } from './networks.ts'

/** Limits the operations in progress for each name, so that no caller takes all capacity. */
export class ConcurrencyLimit {
  readonly #limit: number
  readonly #inProgress = new Map<string | number, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a slot. Returns false if the name has reached its limit. Otherwise, the caller must call `leave` later. */
  enter(name: string | number): boolean {
    const held = this.#inProgress.get(name) ?? 0
    if (held >= this.#limit) return false
    this.#inProgress.set(name, held + 1)
    return true
  }

  leave(name: string | number): void {
    const held = (this.#inProgress.get(name) ?? 1) - 1
    if (held === 0) this.#inProgress.delete(name)
    else this.#inProgress.set(name, held)
  }
}

/** Limits the operations of each name in a minute, counted by this process. */
export class RateLimit {
  readonly #aMinute: number
  readonly #counts = new Map<string | number, { readonly from: number; taken: number }>()

  constructor(aMinute: number) {
    this.#aMinute = aMinute
  }

  /** Counts an operation at a time in milliseconds. Throws `TOO_MANY` if there were too many. */
  take(name: string | number, now: number, sentence: string): void {
    const counted = this.#counts.get(name)
    if (!counted || now < counted.from || now - counted.from >= minute) {
      if (this.#counts.size >= mostCounted) this.#counts.clear()
      this.#counts.set(name, { from: now, taken: 1 })
      return
    }
    counted.taken += 1
    if (counted.taken <= this.#aMinute) return
    throw new Failure('TOO_MANY', sentence, { retryAfterSeconds: Math.ceil((counted.from + minute - now) / 1000) })
  }
}

const minute = 60_000
const mostCounted = 10_000

/** The owner of part of the server's capacity: a user, and the tenant that the user belongs to, or null for none. */
export interface Share {
  readonly userId: number
  readonly tenant: number | null
  /** Set for calls with an access token. */
  readonly tokenId?: number | undefined
}

const tooManyOfPerson = 'Too many of your calls are in progress at once. Wait for some of them to finish.'
const tooManyOfToken = 'Too many calls with this access token are in progress at once. Wait for some of them to finish.'
const tooManyOfTenant = 'Too many calls of your dealer group are in progress at once. Try again in a second.'
const tooManyOfNetwork = 'Too many calls from your network are in progress at once. Try again in a second.'

/**
 * Limits the calls in progress for each user, each tenant, and each network without a session, so that none takes all
 * capacity. A call is in progress until its response is fully sent or its client is gone.
 */
export class Shares {
  readonly #people = new ConcurrencyLimit(100)
  readonly #tokens = new ConcurrencyLimit(10)
  readonly #tenants = new ConcurrencyLimit(200)
  // A large office can be one network whose users all log in at nine.
  readonly #networks = new ConcurrencyLimit(250)

  /** Throws `TOO_MANY` if the user or the tenant has too many calls in progress. */
  take(reply: FastifyReply, { userId, tenant, tokenId }: Share): void {
    hold(reply, [
      ...(tokenId === undefined ? [] : [{ limit: this.#tokens, name: tokenId, refusal: tooManyOfToken }]),
      { limit: this.#people, name: userId, refusal: tooManyOfPerson },
      ...(tenant === null ? [] : [{ limit: this.#tenants, name: tenant, refusal: tooManyOfTenant }]),
    ])
  }

  /** Throws `TOO_MANY` if this network has too many anonymous calls in progress. */
  takeAnonymously(reply: FastifyReply, address: string): void {
    hold(reply, [{ limit: this.#networks, name: networkOf(address), refusal: tooManyOfNetwork }])
  }
}

interface Slot {
  readonly limit: ConcurrencyLimit
  readonly name: string | number
  readonly refusal: string
}

/** Takes all slots until the response has ended, or none. */
function hold(reply: FastifyReply, slots: readonly Slot[]): void {
  const taken: Slot[] = []
  const leave = () => {
    for (const { limit, name } of taken) limit.leave(name)
  }
  for (const slot of slots) {
    if (slot.limit.enter(slot.name)) taken.push(slot)
    else {
      leave()
      throw new Failure('TOO_MANY', slot.refusal, { retryAfterSeconds: 1 })
    }
  }
  finished(reply.raw, leave)
}
