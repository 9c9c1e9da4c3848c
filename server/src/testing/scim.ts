import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import { confirmControls } from './controls.ts'
import type { PersonName } from './organization.ts'
import type { World } from './world.ts'

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const type = { 'content-type': 'application/scim+json' }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A client that calls SCIM as a directory does. */
export class Directory {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** Sends a call. `body` of the answer is undefined unless the answer is in SCIM form. */
  async send(method: Method, path: string, body?: object | string) {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await this.#client.send(
      method,
      `/scim/v2${path}`,
      body === undefined ? {} : { body: sent, headers: type },
    )
    const isScim = String(reply.headers['content-type']).startsWith('application/scim+json')
    return { ...reply, body: isScim && reply.text ? JSON.parse(reply.text) : undefined }
  }

  patch(path: string, ...Operations: object[]) {
    return this.send('PATCH', path, { schemas: [patchOp], Operations })
  }

  /** Adds a user as Entra does, and returns the id. */
  async add(email: string, changes: object = {}): Promise<string> {
    const { status, text, body } = await this.send('POST', '/Users', entraUser(email, changes))
    expect([status, text]).toEqual([201, expect.any(String)])
    return body.id
  }

  /** Adds users to a role, or removes them from it. */
  role(op: 'add' | 'remove', role: number, ...ids: (number | string)[]) {
    return this.patch(`/Groups/${role}`, { op, path: 'members', value: ids.map((id) => ({ value: String(id) })) })
  }
}

/** A user as Entra sends one. */
export function entraUser(email: string, changes: object = {}) {
  const user = {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: `entra-${email}`,
    userName: email,
    active: true,
    displayName: 'Ada Lovelace',
    emails: [{ primary: true, type: 'work', value: email }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
  }
  return Object.assign(user, changes)
}

let last = 0

/** The body of a call that adds a program for a directory. */
export function programBody({ services }: World, changes: object) {
  last += 1
  const expires_on = new Date(services.clock() + 30 * 86_400_000).toISOString().slice(0, 10)
  const base = { kind: 'program' as const, name: `Directory ${last}`, role_id: 1 as const, dealership_ids: [] }
  return Object.assign({ networks: [], scopes: ['people' as const], expires_on }, base, changes)
}

/** Adds a directory's program, which another admin confirms. */
export async function addDirectory(world: World, changes: object, by: PersonName = 'admin-group'): Promise<Directory> {
  const body = programBody(world, changes)
  const made = await (await world.as(by, 'admin')).call(tokenEndpoints.create, { body })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  await confirmControls(world)
  return new Directory(world.anyone.with({ authorization: `Bearer ${made.data.secret}` }))
}
