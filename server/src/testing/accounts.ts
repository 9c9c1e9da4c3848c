import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import type { createUserBody } from '@check-requests/domain/users/fields.ts'
import type { z } from 'zod'
import type { Client } from './client.ts'
import type { Ids } from './organisation.ts'

export type UserBody = z.input<typeof createUserBody>

let last = 0

/** A complete and valid body for a new requester at group level in Northwest, with an email of its own. */
export function userBody(ids: Ids, changes: Partial<UserBody> = {}): UserBody {
  last += 1
  const email = `new-${last}@test.example`
  return {
    email,
    username: email,
    title: 'Clerk',
    first_name: 'New',
    last_name: `Person ${last}`,
    password: 'a password of their own',
    role_ids: [2],
    primary_role: null,
    access_level: 1,
    dealer_group_id: ids.places.NWG,
    ...changes,
  }
}

/** Adds a user; fails the test when that is refused. */
export async function addUser(client: Client, body: UserBody): Promise<{ id: number; email: string }> {
  const reply = await client.call(userEndpoints.create, { body })
  if (reply.status !== 201) throw new Error(`Cannot add ${body.email}: ${reply.text}`)
  return reply.data
}
