import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import {
  type AccountConfirmation,
  confirmationEndpoints,
} from '@check-requests/domain/people/confirmations/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import type { createUserBody } from '@check-requests/domain/people/users/fields.ts'
import type { z } from 'zod'
import type { AppDatabase } from '../tables.ts'
import type { Client } from './client.ts'
import type { Ids } from './organization.ts'

export type UserBody = z.input<typeof createUserBody>

/** The password that an admin chooses in `userBody`. */
export const chosenPassword = 'a password of their own'

let last = 0

/** A complete, valid body for a new group-level requester in Northwest, with a unique email. */
export function userBody(ids: Ids, changes: Partial<UserBody> = {}): UserBody {
  last += 1
  const email = `new-${last}@test.example`
  return {
    email,
    username: email,
    title: 'Clerk',
    first_name: 'New',
    last_name: `Person ${last}`,
    password: chosenPassword,
    role_ids: [2],
    primary_role: null,
    access_level: 1,
    dealer_group_id: ids.places.NWG,
    ...changes,
  }
}

/** Adds a user, and fails the test if the server refuses. */
export async function addUser(client: Client, body: UserBody): Promise<{ id: number; email: string }> {
  const reply = await client.call(userEndpoints.create, { body })
  if (reply.status !== 201) throw new Error(`Can’t add ${body.email}: ${reply.text}`)
  return reply.data
}

/** The password that `replacePassword` sets. */
export const ownPassword = 'nine brown envelopes'

/** Logs in as a user who has replaced their password, or with the given one. */
export async function logInAs(anyone: Client, email: string, password = ownPassword, roleId?: number): Promise<Client> {
  const body = { email, password, ...(roleId && { role_id: roleId }) }
  const { status, message, data } = await anyone.call(sessionEndpoints.login, { body })
  if (status !== 200) throw new Error(`${email} can’t log in: ${message}`)
  return anyone.with({ 'x-auth-token': data.token })
}

/** Replaces an admin-chosen password, as anyone who knows the password can. */
export async function replacePassword(anyone: Client, email: string, chosen = chosenPassword) {
  const client = await logInAs(anyone, email, chosen)
  const reply = await client.call(sessionEndpoints.changePassword, { body: { oldPass: chosen, newPass: ownPassword } })
  if (reply.status !== 200) throw new Error(`${email} can’t replace the password: ${reply.text}`)
}

/** Adds a user, who then replaces the password. */
export async function addPerson(anyone: Client, admin: Client, body: UserBody) {
  const user = await addUser(admin, body)
  await replacePassword(anyone, user.email)
  return { ...user, client: await logInAs(anyone, user.email) }
}

/** The message for a user whose role isn't confirmed yet. */
export function refusalOfRole(role: string): string {
  return `Your ${role} role takes effect when a second person confirms your account. Your dashboard shows who can.`
}

/** The pending change to an account, as this client sees it. */
export async function waitingFor(client: Client, id: number): Promise<AccountConfirmation | undefined> {
  const { data } = await client.call(confirmationEndpoints.list)
  return data.others.find(({ user_id }) => user_id === id)
}

/** Confirms an account's pending change as this client sees it now. */
export async function confirmBy(client: Client, id: number) {
  const version = (await waitingFor(client, id))?.version ?? 1
  return client.call(confirmationEndpoints.confirm, { params: { id }, body: { version } })
}

/** Puts an account's pending change in force without a second user, for tests that aren't about confirmation. */
export async function putInForce(database: AppDatabase, id: number): Promise<void> {
  await database.transact(async (trx) => {
    await trx.deleteFrom('waiting_roles').where('user_id', '=', id).execute()
    await trx.deleteFrom('account_confirmations').where('user_id', '=', id).execute()
  })
}
