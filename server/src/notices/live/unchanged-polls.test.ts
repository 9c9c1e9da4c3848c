import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { type CountedDatabase, countQueries } from '../../testing/count-queries.ts'
import { type Connection, openConnection, type PlainReply } from '../../testing/event-stream.ts'
import { onBothDatabases } from '../../testing/on-databases.ts'
import { emailOf, type PersonName, type PlaceName } from '../../testing/organization.ts'
import { bodyAt, move, raise, raiseTo } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { testPassword } from '../../testing/templates.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'

const list = '/api/v1/check-requests'

/** The polls that can be answered without a database query. */
const polled = [
  list,
  '/api/v1/check-requests?view=pending&search=har&sort=due&limit=5',
  '/api/v1/check-requests/summary',
  '/api/v1/check-requests/by-user',
  '/api/v1/dealer-groups',
  '/api/v1/dealerships',
  '/api/v1/departments',
  '/api/v1/purposes',
  '/api/v1/delivery-methods',
  '/api/v1/users/approvers',
]

/** Counts the calls that the framework handles. */
function countHandled() {
  let count = 0
  const channel = 'tracing:fastify.request.handler:start'
  const note = () => {
    count += 1
  }
  subscribe(channel, note)
  return { count: () => count, end: () => unsubscribe(channel, note) }
}

onBothDatabases('polls on $name', (kind) => {
  let world: World
  let database: CountedDatabase
  let connection: Connection
  beforeAll(async () => {
    database = countQueries(await kind.open('world'))
    const app = await serve(database)
    world = worldOf(app, database, await idsOf(database))
    connection = await openConnection(app.app)
    await raise(world, 'requester-group', 'NWG/TOY/SVC')
  })
  afterAll(async () => {
    connection.close()
    await world.close()
  })

  function get({ headers }: Client, url: string, tag?: string): Promise<PlainReply> {
    return connection.get(url, { ...headers, 'x-activity': 'poll', ...(tag && { 'if-none-match': tag }) })
  }

  /** Returns the tag of the answer, after a first unchanged poll. */
  async function tagOf(client: Client, url: string): Promise<string> {
    const { etag } = (await get(client, url)).headers
    await get(client, url, etag)
    return etag as string
  }

  test.each(polled)('answers an unchanged poll of %s with 304 and without a query', async (url) => {
    const client = await world.as('approver-group')
    const tag = await tagOf(client, url)
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    const before = database.asked()
    const reply = await get(client, url, tag)
    expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', tag])
    expect(Object.keys(reply.headers).sort()).toEqual(['cache-control', 'connection', 'date', 'etag', 'keep-alive'])
    expect(database.asked()).toBe(before)
  })

  test('answers a repeated poll before the framework, but not one with another header or on another connection', async () => {
    const client = await world.as('approver-group')
    const tag = await tagOf(client, list)
    const handled = countHandled()
    expect((await get(client, list, tag)).status).toBe(304)
    expect(handled.count()).toBe(0)
    expect((await get(client.with({ 'x-auth-token': 't1.another' }), list, tag)).status).toBe(401)
    expect((await get(client.with({ 'accept-language': 'en' }), list, tag)).status).toBe(304)
    const other = await openConnection(world.app)
    const headers = { ...client.headers, 'x-activity': 'poll', 'if-none-match': tag }
    expect((await other.get(list, headers)).status).toBe(304)
    other.close()
    expect(handled.count()).toBe(3)
    handled.end()
  })

  test('tags the first answer in a session, and keeps the tag when other users log in', async () => {
    const client = await world.logIn(emailOf('approver-group'))
    const { etag } = (await get(client, list)).headers
    await world.logIn(emailOf('everyone'))
    const before = database.asked()
    expect((await get(client, list, etag as string)).status).toBe(304)
    expect(database.asked()).toBe(before)
  })

  test('keeps the cached answers of a user’s first session when they start a second one', async () => {
    const client = await world.logIn(emailOf('approver-group'))
    const { etag } = (await get(client, list)).headers
    await world.logIn(emailOf('approver-group'))
    const before = database.asked()
    expect((await get(client, list, etag as string)).status).toBe(304)
    expect(database.asked()).toBe(before + 1)
  })

  test('answers unchanged polls of an open request and its history without a query', async () => {
    const { id } = await raise(world, 'requester-group', 'NWG/TOY')
    const client = await world.as('requester-group')
    for (const url of [`${list}/${id}`, `/api/v1/status/check-request-history/${id}/history`]) {
      const tag = await tagOf(client, url)
      const before = database.asked()
      expect((await get(client, url, tag)).status).toBe(304)
      expect(database.asked()).toBe(before)
    }
  })

  test('answers unchanged polls of an admin’s user list without a query', async () => {
    const client = await world.as('admin-group')
    expect((await get(client, '/api/v1/users', await tagOf(client, '/api/v1/users'))).status).toBe(304)
  })

  describe('polls after a new request', () => {
    const cases: readonly (readonly [PersonName, PlaceName, PersonName, 200 | 304])[] = [
      ['approver-super', 'EAS', 'requester-eastside', 200],
      ['approver-group', 'NWG/HON/SVC', 'requester-group', 200],
      ['approver-group', 'EAS/KIA', 'requester-eastside', 304],
      ['approver-dealership', 'NWG/TOY/SAL', 'requester-group', 200],
      ['approver-dealership', 'NWG/HON', 'requester-group', 304],
      ['approver-dealership', 'NWG', 'requester-group', 304],
      ['approver-department', 'NWG/TOY/SVC', 'requester-group', 200],
      ['approver-department', 'NWG/TOY/SAL', 'requester-group', 304],
      ['approver-department', 'NWG/TOY', 'requester-group', 304],
      ['requester-department', 'NWG/TOY/SVC', 'requester-department', 200],
      ['requester-department', 'NWG/TOY/SVC', 'requester-group', 304],
    ]
    test.each(cases)(
      'answers a poll by user %s after a new request at location %s by user %s with HTTP status %i',
      async (name, place, requester, status) => {
        const client = await world.as(name)
        const tag = await tagOf(client, list)
        const { id } = await raise(world, requester, place)
        const reply = await get(client, list, tag)
        expect(reply.status).toBe(status)
        if (status === 200) expect(JSON.parse(reply.text).data.items[0].id).toBe(id)
      },
    )
  })

  describe('changes to a request', () => {
    type Change = (id: number) => Promise<{ status: number; text: string }>
    const changes: Record<string, [status: number, change: Change]> = {
      'a status change': [1, async (id) => move(await world.as('approver-super'), id, 2)],
      'a decision': [1, async (id) => move(await world.as('approver-super'), id, 3)],
      'a priority change': [
        1,
        async (id) => {
          const body = { priority_level: 'critical' } as const
          return (await world.as('requester-group')).call(checkRequestEndpoints.changePriority, {
            params: { id },
            body,
          })
        },
      ],
      'a change of delivery details': [
        6,
        async (id) => {
          const body = { delivery_method_id: 4, delivery_method_other: 'Ask for Jo' }
          return (await world.as('processor-super')).call(checkRequestEndpoints.update, { params: { id }, body })
        },
      ],
      'an edit': [
        9,
        async (id) => {
          const body = bodyAt(world.ids, 'NWG/TOY/SVC', { amount: 7 })
          return (await world.as('requester-group')).call(checkRequestEndpoints.update, { params: { id }, body })
        },
      ],
      'a deletion': [
        1,
        async (id) => (await world.as('requester-group')).call(checkRequestEndpoints.remove, { params: { id } }),
      ],
    }

    test.each(Object.entries(changes))('invalidates cached answers after %s', async (_, [status, change]) => {
      const { id } = await raiseTo(world, status, 'requester-group', 'NWG/TOY/SVC')
      const watchers = await Promise.all(
        (['approver-group', 'processor-dealership', 'admin-department', 'requester-group'] as const).map((name) =>
          world.as(name),
        ),
      )
      const stranger = await world.as('approver-eastside')
      const tags = await Promise.all(watchers.map((client) => tagOf(client, list)))
      const strange = await tagOf(stranger, list)
      expect((await change(id)).status, (await get(await world.as('admin-super'), `${list}/${id}`)).text).toBeLessThan(
        300,
      )
      const after = await Promise.all(watchers.map((client, index) => get(client, list, tags[index])))
      expect(after.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
      expect((await get(stranger, list, strange)).status).toBe(304)
    })

    test('invalidates the cached answers of users who lose sight of a moved request, but not of users who still can’t see it', async () => {
      const { id } = await raiseTo(world, 9, 'requester-group', 'NWG/TOY/SVC')
      const left = await world.as('approver-department')
      const reached = await world.as('requester-honda')
      const tag = await tagOf(left, list)
      const untouched = await tagOf(reached, list)
      const body = bodyAt(world.ids, 'NWG/HON/SVC')
      await (await world.as('requester-group')).call(checkRequestEndpoints.update, { params: { id }, body })
      expect((await get(left, list, tag)).status).toBe(200)
      expect((await get(reached, list, untouched)).status).toBe(304)
    })

    test('keeps cached answers after a refused change', async () => {
      const { id } = await raiseTo(world, 8, 'requester-group', 'NWG/TOY/SVC')
      const client = await world.as('approver-group')
      const tag = await tagOf(client, list)
      expect((await move(client, id, 3)).status).toBe(409)
      expect((await get(client, list, tag)).status).toBe(304)
    })
  })

  describe('a cached answer', () => {
    async function logIn(name: PersonName, role_id: number): Promise<Client> {
      const body = { email: emailOf(name), password: testPassword, role_id }
      const { data } = await world.anyone.call(sessionEndpoints.login, { body })
      return world.anyone.with({ 'x-auth-token': data.token })
    }

    test('isn’t reused after a role switch', async () => {
      const requester = await logIn('everyone', 2)
      const tag = await tagOf(requester, list)
      const switched = await requester.call(sessionEndpoints.switchRole, { body: { role_id: 3 } })
      const approver = requester.with({ 'x-auth-token': switched.data.token })
      expect((await get(requester, list, tag)).status).toBe(409)
      for (let round = 0; round < 2; round += 1) expect((await get(approver, list, tag)).status).toBe(200)
      expect(await tagOf(approver, list)).not.toBe(tag)
    })

    test.each([
      ['logging out', async (client: Client) => client.call(sessionEndpoints.logout)],
      [
        'being deactivated',
        async () =>
          (await world.as('admin-super')).call(userEndpoints.update, {
            body: { id: world.ids.people['approver-eastside'], active: false },
          }),
      ],
    ])('isn’t reused after %s', async (_, end) => {
      const client = await logIn('approver-eastside', 3)
      const tag = await tagOf(client, list)
      expect((await end(client)).status).toBe(200)
      expect((await get(client, list, tag)).status).toBe(401)
    })

    test('isn’t reused after a change of scope', async () => {
      const client = await logIn('processor-dealership', 4)
      const tag = await tagOf(client, list)
      const { people, places } = world.ids
      const body = { id: people['processor-dealership'], dealership_ids: [places['NWG/HON']] }
      expect((await (await world.as('admin-super')).call(userEndpoints.update, { body })).status).toBe(200)
      expect((await get(client, list, tag)).status).toBe(401)
      const again = await logIn('processor-dealership', 4)
      await tagOf(again, list)
      expect((await get(again, list, tag)).status).toBe(200)
    })

    test('isn’t reused on the next day, when relative dates change', async () => {
      const client = await logIn('approver-super', 3)
      const tag = await tagOf(client, list)
      world.clock.advance(10 * 3_600_000)
      expect((await get(client, list, tag)).status).toBe(200)
    })

    test('isn’t reused for another user or for another query', async () => {
      const mine = await tagOf(await logIn('approver-group', 3), list)
      const other = await logIn('processor-group', 4)
      await tagOf(other, list)
      expect((await get(other, list, mine)).status).toBe(200)
      expect((await get(await logIn('approver-group', 3), `${list}?limit=1`, mine)).status).toBe(200)
    })
  })
})
