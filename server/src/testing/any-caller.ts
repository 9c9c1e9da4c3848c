import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import type { AnyCall } from './any-call.ts'
import type { Client } from './client.ts'
import { emailOf } from './organization.ts'
import type { World } from './world.ts'

/** A response, and its call in one line. */
export interface AnsweredCall {
  readonly status: number
  readonly inWords: string
}

/** Sends calls as the users who make them. */
export class AnyCaller {
  readonly #world: World
  readonly #clients = new Map<string, Client>()

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Sends a call. Returns status 0 if the user can no longer log in. Throws if the response violates the endpoint's
   * contract.
   */
  async send(call: AnyCall): Promise<AnsweredCall> {
    const { method, path } = call.row
    const url = `${apiBase}${path.replace(':id', encodeURIComponent(String(call.id)))}`
    const parts = { ...(call.query && { query: call.query }), ...(call.body !== undefined && { body: call.body }) }
    const line = `${method} ${url} ${JSON.stringify(parts)}`
    const client = await this.#clientOf(call)
    if (!client) return { status: 0, inWords: line }
    const reply = await client.send(method, url, parts).catch((error: unknown) => {
      throw new Error(`${line}: ${error}`, { cause: error })
    })
    if (reply.status === 401) await this.#clientOf(call, true)
    return { status: reply.status, inWords: `${line} ${reply.status} ${reply.text}` }
  }

  // Another call might have ended the session, changed the user's rights, or deleted the user.
  async #clientOf({ name, role }: AnyCall, again = false): Promise<Client | undefined> {
    const key = `${name} ${role}`
    if (again || !this.#clients.has(key)) {
      const client = await this.#world.logIn(emailOf(name), role).catch(() => undefined)
      if (!client) return undefined
      this.#clients.set(key, client)
    }
    return this.#clients.get(key)
  }
}
