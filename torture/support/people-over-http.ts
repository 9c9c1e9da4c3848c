import { roles } from '@check-requests/domain/access/roles.ts'
import { apiBase } from '@check-requests/domain/api/endpoint.ts'
import { Client } from '../../server/src/testing/client.ts'
import {
  emailOf,
  type Ids,
  type PersonName,
  personNamed,
  type RoleWord,
} from '../../server/src/testing/organization.ts'
import { testPassword } from '../../server/src/testing/templates.ts'
import type { People } from '../../server/src/testing/world.ts'

/** A server's response as sent over the network. */
export interface Heard {
  readonly call: string
  readonly bytes: Buffer
  readonly type: string
}

type App = ConstructorParameters<typeof Client>[0]

/** The parts of a call, as passed by the test client to a server in its own process. */
interface Sent {
  readonly method: string
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: unknown
}

/** The test users, on a server in another process. Records every response. */
export function peopleAt(url: string, ids: Ids): { readonly world: People; readonly heard: Heard[] } {
  const heard: Heard[] = []
  const kept = new Map<string, Promise<Client>>()
  const app = { inject: (sent: Sent) => send(url, sent, heard) } as unknown as App
  const logIn = async (name: PersonName, role: RoleWord) => {
    const role_id = roles.find((one) => one.name === role)?.id
    const body = { email: emailOf(name), password: testPassword, role_id }
    const reply = await new Client(app).send('POST', `${apiBase}/auth/login`, { body })
    return new Client(app, { 'x-auth-token': reply.body.data.token })
  }
  const as = (name: PersonName, role = personNamed(name).roles[0] as RoleWord) => {
    const key = `${name} ${role}`
    const client = kept.get(key) ?? logIn(name, role)
    kept.set(key, client)
    return client
  }
  return { world: { ids, as }, heard }
}

async function send(base: string, { method, url, query, headers, payload }: Sent, heard: Heard[]) {
  const address = new URL(url, base)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const isForm = Buffer.isBuffer(payload)
  const json = payload === undefined || isForm ? {} : { 'content-type': 'application/json' }
  const sent = isForm ? Uint8Array.from(payload) : JSON.stringify(payload)
  const reply = await fetch(address, {
    method,
    headers: { ...json, ...headers },
    ...(payload !== undefined && { body: sent }),
  })
  const rawPayload = Buffer.from(await reply.arrayBuffer())
  const body = rawPayload.toString('utf8')
  heard.push({
    call: `${method} ${address.pathname}`,
    bytes: rawPayload,
    type: reply.headers.get('content-type') ?? '',
  })
  const headersOfReply = Object.fromEntries(reply.headers)
  return { statusCode: reply.status, headers: headersOfReply, body, rawPayload, json: () => JSON.parse(body) }
}
