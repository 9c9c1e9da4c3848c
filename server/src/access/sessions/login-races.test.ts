import { sessionEndpoints as endpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { resetPassword } from '../../people/users/commands/from-console.ts'
import { addUser, userBody } from '../../testing/accounts.ts'
import type { Client } from '../../testing/client.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { updateUser } from '../accounts/queries/store.ts'
import { deleteSessionsOf } from './queries/sessions.ts'

const rounds = 57
const password = 'a password of their own'
const newPassword = 'quite another password'

onBothDatabases('login races on $name', (kind) => {
  let world: World
  let admin: Client
  beforeAll(async () => {
    world = await startWorld(kind)
    admin = await world.as('admin-super')
  })
  afterAll(() => world.close())

  type Person = Awaited<ReturnType<typeof addUser>>

  async function update(id: number, changes: object): Promise<void> {
    const reply = await admin.call(userEndpoints.update, { body: { id, ...changes } })
    expect(reply.status).toBe(200)
  }

  // The events that end all of a user's sessions, and the status of a login that was in progress.
  const losses: readonly (readonly [string, number, (person: Person) => Promise<unknown>])[] = [
    ['a reset by an admin', 401, ({ id }) => update(id, { password: newPassword })],
    ['a reset on the command line', 401, ({ email }) => resetPassword(world.services, email, newPassword)],
    ['the loss of the role', 403, ({ id }) => update(id, { role_ids: [3], primary_role: 3 })],
    ['deactivation', 423, ({ id }) => update(id, { active: false })],
    ['deletion', 401, ({ id }) => admin.call(userEndpoints.remove, { body: { id } })],
  ]

  function addRequester(): Promise<Person> {
    return addUser(admin, userBody(world.ids, { password, role_ids: [2, 3], primary_role: 2 }))
  }

  /** Holds a login after its password check until the test releases it. */
  function holdLogins(): { checked: Promise<void>; release(): void } {
    const verify = world.services.passwords.verify.bind(world.services.passwords)
    const checked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    vi.spyOn(world.services.passwords, 'verify').mockImplementationOnce(async (...given) => {
      const fits = await verify(...given)
      checked.resolve()
      await released.promise
      return fits
    })
    return { checked: checked.promise, release: released.resolve }
  }

  const logIn = ({ email }: Person) => world.anyone.call(endpoints.login, { body: { email, password, role_id: 2 } })

  // Counts sessions in the database, because one left open would become usable when the rights are restored.
  async function sessionsOf({ id }: Person): Promise<number> {
    const sessions = world.database.read.selectFrom('sessions').select('id').where('user_id', '=', id)
    return (await sessions.execute()).length
  }

  test.each(losses)('answers a login overtaken by %s with HTTP status %i', async (_, status, lose) => {
    const person = await addRequester()
    const { checked, release } = holdLogins()
    const login = logIn(person)
    await checked
    await lose(person)
    release()
    expect((await login).status).toBe(status)
    expect(await sessionsOf(person)).toBe(0)
  })

  test('delays and then rejects a login during an uncommitted password reset', async () => {
    const person = await addRequester()
    const { checked, release } = holdLogins()
    const login = logIn(person)
    await checked
    await world.database.transact(async (trx) => {
      await updateUser(trx, person.id, { password_hash: 'another' })
      await deleteSessionsOf(trx, person.id)
      release()
      // Waits for many more database round trips than an unblocked login needs.
      for (let trip = 0; trip < 50; trip += 1) await trx.selectFrom('users').select('id').execute()
    })
    expect((await login).status).toBe(401)
    expect(await sessionsOf(person)).toBe(0)
  })

  test(`leaves no session open after each of ${rounds} logins that race with a loss of rights`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [name, , lose] = losses[round % losses.length] as (typeof losses)[number]
      const person = await addRequester()
      const { checked, release } = holdLogins()
      const login = logIn(person)
      await checked
      const loss = lose(person)
      for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate)
      release()
      await Promise.all([login, loss])
      expect([round, name, await sessionsOf(person)]).toEqual([round, name, 0])
    }
  })
})
