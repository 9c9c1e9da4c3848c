import { sessionEndpoints } from '@check-requests/domain/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, putInForce, userBody } from '../testing/accounts.ts'
import type { Client } from '../testing/client.ts'
import { databases } from '../testing/databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from './commands/verify.ts'

const password = 'chosen by the admin'

interface Person {
  readonly id: number
  readonly email: string
  readonly client: Client
}

/** How the session of a person ends. */
const ends: readonly [string, (person: Person, admin: Client) => Promise<{ status: number }>][] = [
  ['a logout', ({ client }) => client.call(sessionEndpoints.logout, {})],
  [
    'another password',
    ({ client }) =>
      client.call(sessionEndpoints.changePassword, { body: { oldPass: password, newPass: 'my own, and longer' } }),
  ],
  ['an admin who logs them out', ({ id }, admin) => admin.call(userEndpoints.endSessions, { params: { id } })],
  [
    'an admin who sets a password',
    ({ id }, admin) => admin.call(userEndpoints.update, { body: { id, password: 'set by the admin' } }),
  ],
  ['an admin who deletes them', ({ id }, admin) => admin.call(userEndpoints.remove, { body: { id } })],
]

describe.each(databases)('on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function logIn(): Promise<Person> {
    const { id, email } = await addUser(await world.as('admin-group'), userBody(world.ids, { password }))
    await putInForce(world.database, id)
    const { data } = await world.anyone.call(sessionEndpoints.login, { body: { email, password } })
    return { id, email, client: world.anyone.with({ 'x-auth-token': data.token }) }
  }

  test.each(ends)('a session that is put back after %s is seen', async (_, end) => {
    const { database } = world
    const person = await logIn()
    const ofPerson = database.read.selectFrom('sessions').selectAll().where('user_id', '=', person.id)
    const [session] = await ofPerson.execute()
    if (!session) throw new Error('The login began no session')
    expect((await end(person, await world.as('admin-group'))).status).toBeLessThan(300)
    expect(await ofPerson.execute()).toEqual([])
    expect((await verifyTrail(database, null)).mismatches).toEqual([])
    await database.transact((trx) => trx.insertInto('sessions').values(session).execute())
    const added = expect.stringMatching(/^Session .* was added without an entry in the trail\.$/)
    expect((await verifyTrail(database, null)).mismatches).toEqual([added])
    await database.transact((trx) => trx.deleteFrom('sessions').where('id', '=', session.id).execute())
  })
})
