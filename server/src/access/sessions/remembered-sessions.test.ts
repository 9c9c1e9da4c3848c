import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase, Tx } from '../../tables.ts'
import type { Client } from '../../testing/client.ts'
import { type CountedDatabase, countQueries } from '../../testing/count-queries.ts'
import type { TestPlace } from '../../testing/databases.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'

onBothDatabases('remembered sessions on $name', (kind) => {
  let place: TestPlace
  let database: CountedDatabase
  /** A second connection to the same data, like the one that the command line opens. */
  let elsewhere: AppDatabase
  let world: World
  beforeAll(async () => {
    place = await kind.create('world')
    database = countQueries(await place.open())
    elsewhere = await place.open()
    world = worldOf(await serve(database), database, await idsOf(database))
  })
  afterAll(async () => {
    await elsewhere.close()
    await world.close()
    await place.drop()
  })

  const statusOf = async (client: Client) => (await client.call(sessionEndpoints.current)).status

  test('reads the session at each call on PostgreSQL, and only after a change on SQLite', async () => {
    const client = await world.logIn(emailOf('approver-group'))
    expect(await statusOf(client)).toBe(200)
    const before = database.asked()
    expect(await statusOf(client)).toBe(200)
    expect(database.asked() - before).toBe(kind.name === 'SQLite' ? 0 : 1)
  })

  test('reads the session once for simultaneous calls, and records the last use once', async () => {
    const client = await world.logIn(emailOf('approver-group'))
    world.clock.advance(2 * 60_000)
    const before = database.asked()
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(client)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(database.asked() - before).toBeLessThanOrEqual(10)
  })

  const id = () => world.ids.people['requester-eastside']
  const fates: [string, (trx: Tx) => Promise<unknown>][] = [
    ['logs the user out', (trx) => trx.deleteFrom('sessions').where('user_id', '=', id()).execute()],
    ['deactivates the user', (trx) => trx.updateTable('users').set({ active: 0 }).where('id', '=', id()).execute()],
    [
      'changes the user’s role',
      (trx) => trx.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', id()).execute(),
    ],
  ]
  test.each(fates)('refuses the user’s next call after another process %s', async (_, happen) => {
    const client = await world.logIn(emailOf('requester-eastside'))
    for (let call = 0; call < 2; call += 1) expect(await statusOf(client)).toBe(200)
    await elsewhere.transact(happen)
    expect(await statusOf(client)).toBe(401)
    await elsewhere.transact(async (trx) => {
      await trx.updateTable('users').set({ active: 1 }).where('id', '=', id()).execute()
      await trx.updateTable('user_roles').set({ role_id: 2 }).where('user_id', '=', id()).execute()
    })
  })

  test('shows a user’s new name immediately', async () => {
    const { id: request } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const person = world.ids.people['requester-group']
    const renamed = await (await world.as('admin-super')).call(userEndpoints.update, {
      body: { id: person, first_name: 'Renée', last_name: 'Dubois' },
    })
    expect(renamed.status).toBe(200)
    const client = await world.as('requester-group')
    const body = { priority_level: 'urgent' } as const
    expect((await client.call(checkRequestEndpoints.changePriority, { params: { id: request }, body })).status).toBe(
      200,
    )
    const { data } = await client.call(checkRequestEndpoints.history, { params: { id: request } })
    expect(data.at(-1)?.user_name).toBe('Renée Dubois')
  })

  test('keeps a user who makes a call every hour signed in', async () => {
    const client = await world.logIn(emailOf('processor-group'))
    for (let hour = 0; hour < 30; hour += 1) {
      world.clock.advance(3_600_000)
      expect(await statusOf(client)).toBe(200)
    }
  })
})
