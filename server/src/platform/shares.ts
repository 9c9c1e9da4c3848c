import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { Failure } from './errors.ts'
import { networkOf } from './networks.ts'

/** Who takes part of the server's capacity: a person, and the tenant that all its people share; null for none. */
export interface Share {
  readonly userId: number
  readonly tenant: number | null
}

const tooManyOfPerson = 'Too many of your calls are in progress at once. Wait for some of them to end.'
const tooManyOfTenant = 'Too many calls of your dealer group are in progress at once. Try again in a second.'
const tooManyOfNetwork = 'Too many calls from your network are in progress at once. Try again in a second.'

/**
 * Limits how many calls each person, each tenant and each network without a session has in progress, so that nobody
 * takes all capacity. A call is in progress until its response has been sent to the end or its client is gone.
 */
export class Shares {
  readonly #people = new ConcurrencyLimit(100)
  readonly #tenants = new ConcurrencyLimit(200)
  // An office of many people can be one network, and all may log in at nine.
  readonly #networks = new ConcurrencyLimit(250)

  /** Throws `TOO_MANY` when the person or the tenant has too many calls in progress. */
  take(reply: FastifyReply, { userId, tenant }: Share): void {
    hold(reply, this.#people, userId, tooManyOfPerson)
    if (tenant !== null) hold(reply, this.#tenants, tenant, tooManyOfTenant)
  }

  /** Throws `TOO_MANY` when too many anonymous calls of this network are in progress. */
  takeAnonymously(reply: FastifyReply, address: string): void {
    hold(reply, this.#networks, networkOf(address), tooManyOfNetwork)
  }
}

function hold(reply: FastifyReply, limit: ConcurrencyLimit, name: string | number, refusal: string): void {
  if (!limit.enter(name)) throw new Failure('TOO_MANY', refusal, { retryAfterSeconds: 1 })
  finished(reply.raw, () => limit.leave(name))
}
