import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { databases, type TestPlace } from '../../testing/databases.ts'
import { openStream, soon } from '../../testing/event-stream.ts'
import { emailOf, type PersonName } from '../../testing/organization.ts'
import { move, raise } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'

const list = '/api/v1/check-requests'

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))('two servers on one $name', (kind) => {
  let place: TestPlace
  let one: World
  let other: World
  beforeAll(async () => {
    place = await kind.create('world')
    const database = await place.open()
    const ids = await idsOf(database)
    one = worldOf(await serve(database), database, ids)
    const second = await place.open()
    other = worldOf(await serve(second), second, ids)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await place.drop()
  })

  /** The same session, used on the other server. */
  async function atOther(name: PersonName): Promise<Client> {
    return other.anyone.with((await one.as(name)).headers)
  }

  const get = (client: Client, tag?: string) =>
    client.send('GET', list, { headers: { 'x-activity': 'poll', ...(tag && { 'if-none-match': tag }) } })

  test('accept each other’s sessions', async () => {
    const reply = await (await atOther('approver-group')).call(sessionEndpoints.current)
    expect([reply.status, reply.data.email]).toEqual([200, emailOf('approver-group')])
  })

  test('announce each other’s changes within a second', async () => {
    const stream = await openStream(other.app, await atOther('approver-group'))
    const asked = performance.now()
    const { id } = await raise(one, 'requester-group', 'NWG')
    const answered = performance.now()
    const hint = await stream.next()
    expect([hint.topic, hint.id]).toEqual(['check-requests', id])
    expect(hint.at - answered).toBeLessThan(soon(answered - asked))
    stream.close()
  })

  test('notify only users in scope of a change on the other server', async () => {
    const stream = await openStream(other.app, await atOther('approver-eastside'))
    await raise(one, 'requester-group', 'NWG')
    const { id } = await raise(one, 'requester-eastside', 'EAS')
    expect((await stream.next()).id).toBe(id)
    stream.close()
  })

  test('answer polls with 304 until a change on the other server, and then with new data', async () => {
    const client = await atOther('approver-group')
    const stream = await openStream(other.app, client)
    for (let round = 0; round < 10; round += 1) {
      const tag = (await get(client)).headers.etag as string
      expect((await get(client, tag)).status).toBe(304)
      const { id } = await raise(one, 'requester-group', 'NWG')
      expect((await stream.next()).id).toBe(id)
      const reply = await get(client, tag)
      expect([reply.status, reply.body.data.items[0].id]).toEqual([200, id])
    }
    stream.close()
  })

  test('immediately show a change made through the other server', async () => {
    const { id } = await raise(one, 'requester-group', 'NWG')
    const detail = await (await atOther('approver-group')).call(checkRequestEndpoints.detail, { params: { id } })
    expect(detail.data.status_id).toBe(1)
  })

  test.each([
    ['logging out', async (client: Client) => client.call(sessionEndpoints.logout), 401],
    [
      'a role switch',
      async (client: Client) => client.call(sessionEndpoints.switchRole, { body: { role_id: 3 } }),
      409,
    ],
  ])('refuse a session after %s through the other server', async (_, end, status) => {
    const client = await one.logIn(emailOf('everyone'), 'requester')
    const there = other.anyone.with(client.headers)
    const stream = await openStream(other.app, there)
    const tag = (await get(there)).headers.etag as string
    await end(client)
    await stream.ended
    expect((await get(there, tag)).status).toBe(status)
  })

  test('accept exactly one of a hundred approvals sent to both servers', async () => {
    const { id } = await raise(one, 'requester-group', 'NWG')
    const here = await one.as('approver-group')
    const there = await atOther('approver-super')
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => move(index % 2 ? here : there, id, 3)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(99)
  })

  test('assign fifty consecutive numbers to fifty requests raised through both servers', async () => {
    const raised = await Promise.all(
      Array.from({ length: 50 }, (_, index) => raise(index % 2 ? one : other, 'requester-eastside', 'EAS')),
    )
    const counters = raised.map(({ request_number }) => Number(request_number.slice(-6))).sort((a, b) => a - b)
    expect(counters).toEqual(Array.from({ length: 50 }, (_, index) => (counters[0] as number) + index))
  })

  test('apply a call only once when both servers receive the same idempotency key at the same time', async () => {
    const key = { 'idempotency-key': 'both-at-once' }
    const clients = [(await one.as('requester-group')).with(key), (await atOther('requester-group')).with(key)]
    const { id } = await raise(one, 'requester-group', 'NWG')
    const body = { priority_level: 'urgent' } as const
    const replies = await Promise.all(
      clients.map((client) => client.call(checkRequestEndpoints.changePriority, { params: { id }, body })),
    )
    expect(replies[0]?.text).toBe(replies[1]?.text)
    expect(replies[0]?.data.version).toBe(2)
  })

  test('answer no poll as unchanged while the listening connection is down', async () => {
    const client = await atOther('approver-group')
    const tag = (await get(client)).headers.etag as string
    const listeners = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like 'listen%'`
    const { rows } = await listeners.execute(one.database.read)
    expect(rows.length).toBe(2)
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(one.database.read)
    await expect.poll(async () => (await get(client, tag)).headers.etag).toBeUndefined()
    await raise(one, 'requester-group', 'NWG')
    expect((await get(client, tag)).status).toBe(200)
    await expect.poll(async () => (await get(client)).headers.etag).toBeDefined()
    const stream = await openStream(other.app, client)
    const { id } = await raise(one, 'requester-group', 'NWG')
    expect((await stream.next()).id).toBe(id)
    stream.close()
  })
})
