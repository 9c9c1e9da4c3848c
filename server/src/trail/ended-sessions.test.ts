import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../access/sessions/commands/secrets.ts'
import type { SessionTable } from '../access/sessions/tables.ts'
import { addUser, putInForce, userBody } from '../testing/accounts.ts'
import type { Client } from '../testing/client.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { vouchForAll } from '../testing/templates.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from './commands/verify.ts'

const password = 'chosen by the admin'
const added = expect.stringMatching(/^Session .* was added without an entry in the trail\.$/)

type Session = Selectable<SessionTable>

interface Person {
  readonly id: number
  readonly email: string
  readonly secret: string
  readonly client: Client
}

/** The ways in which a user's session ends. */
const ends: readonly [string, (person: Person, admin: Client, world: World) => Promise<{ status: number }>][] = [
  ['a logout', ({ client }) => client.call(sessionEndpoints.logout, {})],
  [
    'a password change',
    ({ client }) =>
      client.call(sessionEndpoints.changePassword, { body: { oldPass: password, newPass: 'my own, and longer' } }),
  ],
  [
    'a new login in the same browser',
    ({ email, client, secret }) =>
      client.with({ cookie: `__Host-crs=${secret}` }).call(sessionEndpoints.login, { body: { email, password } }),
  ],
  ['too many newer logins', logInTenTimes],
  ['a logout by an admin', ({ id }, admin) => admin.call(userEndpoints.endSessions, { params: { id } })],
  [
    'a password reset by an admin',
    ({ id }, admin) => admin.call(userEndpoints.update, { body: { id, password: 'set by the admin' } }),
  ],
  ['the user’s deletion by an admin', ({ id }, admin) => admin.call(userEndpoints.remove, { body: { id } })],
]

async function logInTenTimes({ email }: Person, _: Client, { anyone, clock }: World): Promise<{ status: number }> {
  const logIn = () => anyone.call(sessionEndpoints.login, { body: { email, password } })
  clock.advance(1000)
  for (let count = 1; count < 10; count += 1) await logIn()
  return logIn()
}

onBothDatabases('ended sessions on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  async function logIn(): Promise<Person> {
    const { id, email } = await addUser(await world.as('admin-group'), userBody(world.ids, { password }))
    await putInForce(world.database, id)
    const { data } = await world.anyone.call(sessionEndpoints.login, { body: { email, password } })
    const client = world.anyone.with({ 'x-auth-token': data.token })
    return { id, email, secret: data.token.replace('t1.', ''), client }
  }

  async function sessionOf({ secret }: Person): Promise<Session> {
    const sessions = world.database.read.selectFrom('sessions').selectAll()
    return sessions.where('token_hash', '=', hashSecret(secret)).executeTakeFirstOrThrow()
  }

  async function findingsWith(session: Session): Promise<string[]> {
    const { database } = world
    await database.transact((trx) => trx.insertInto('sessions').values(session).execute())
    const { mismatches } = await verifyTrail(database, null)
    await removeSession(session)
    return mismatches
  }

  async function removeSession({ id }: Session): Promise<void> {
    await world.database.transact((trx) => trx.deleteFrom('sessions').where('id', '=', id).execute())
  }

  test.each(ends)('detects a session restored after %s', async (_, end) => {
    const person = await logIn()
    const session = await sessionOf(person)
    expect((await end(person, await world.as('admin-group'), world)).status).toBeLessThan(300)
    await expect(sessionOf(person)).rejects.toThrow('no result')
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
    expect(await findingsWith(session)).toEqual([added])
  })

  test('detects, after a migration, a restored session that had ended without an entry', async () => {
    const session = await sessionOf(await logIn())
    await removeSession(session)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
    expect(await findingsWith(session)).toEqual([])
    await vouchForAll(world.database)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
    expect(await findingsWith(session)).toEqual([added])
  })
})
