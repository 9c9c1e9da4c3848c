import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import type { AnyCall } from './any-call.ts'
import type { Client } from './client.ts'
import { emailOf } from './organisation.ts'
import type { World } from './world.ts'

/** A response, and the call that it answers, in one line. */
export interface AnsweredCall {
  readonly status: number
  readonly inWords: string
}

/** Sends any calls as the people who make them. */
export class AnyCaller {
  readonly #world: World
  readonly #clients = new Map<string, Client>()

  constructor(world: World) {
    this.#world = world
  }

  /** Status 0 where the caller cannot log in any more. Throws when the response breaks the contract of its endpoint. */
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

  // Somebody may have ended the session, changed the person's rights or deleted them.
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
