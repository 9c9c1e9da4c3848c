import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '../../open.ts'
import { ChangeFeed } from '../../platform/database/change-feed.ts'
import { Freshness } from '../../platform/database/freshness.ts'
import type { AppDatabase } from '../../tables.ts'
import type { Client, RawReply } from '../../testing/client.ts'
import { DatabaseLine } from '../../testing/database-line.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../testing/databases.ts'
import { openStream } from '../../testing/event-stream.ts'
import { emailOf } from '../../testing/organization.ts'
import { raise } from '../../testing/requests.ts'
import { serve } from '../../testing/start-app.ts'
import { testKeyring } from '../../testing/templates.ts'
import { idsOf, type World, worldOf } from '../../testing/world.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]
const list = '/api/v1/check-requests'

async function listeners(database: AppDatabase): Promise<number[]> {
  const found = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
    and query like 'listen%'`
  return (await found.execute(database.read)).rows.map(({ pid }) => pid)
}

function get(client: Client, tag?: string): Promise<RawReply> {
  return client.send('GET', list, { headers: { 'x-activity': 'poll', ...(tag && { 'if-none-match': tag }) } })
}

const tagOf = async (client: Client) => (await get(client)).headers.etag as string | undefined

describe('two servers on one PostgreSQL database', () => {
  let place: TestPlace
  let line: DatabaseLine
  let one: World
  let other: World
  let listenerOfOne: number
  let listenerOfOther: number
  beforeEach(async () => {
    place = await postgres.create('world')
    line = new DatabaseLine(place.where)
    await line.mend()
    const database = await place.open()
    const ids = await idsOf(database)
    one = worldOf(await serve(database), database, ids)
    listenerOfOne = (await listeners(database))[0] as number
    const second: AppDatabase = { ...openPostgres(line.url, () => {}), keyring: testKeyring() }
    other = worldOf(await serve(second), second, ids)
    listenerOfOther = (await listeners(database)).find((pid) => pid !== listenerOfOne) as number
  })
  afterEach(async () => {
    await line.mend()
    await one.close()
    await other.close()
    await line.cut()
    await place.drop()
  })

  /** The same session, used on the other server. */
  async function atOther(client: Client): Promise<Client> {
    return other.anyone.with(client.headers)
  }

  /** Cuts a server's listening connection, and waits until the server notices. */
  async function cutListener(pid: number, client: Client): Promise<void> {
    await sql`select pg_terminate_backend(${pid})`.execute(one.database.read)
    await expect.poll(() => tagOf(client)).toBeUndefined()
  }

  test('announce their own changes while their database listener is down', async () => {
    const here = await one.as('approver-group')
    const there = await atOther(here)
    const stream = await openStream(other.app, there)
    const tag = await tagOf(there)
    await cutListener(listenerOfOne, here)
    const { id } = await raise(one, 'requester-group', 'NWG')
    expect((await stream.next()).id).toBe(id)
    const reply = await get(there, tag)
    expect([reply.status, reply.body.data.items[0].id]).toEqual([200, id])
    stream.close()
  })

  test('make the pages of all open streams reload after the listener is back', async () => {
    const there = await atOther(await one.as('approver-group'))
    const stream = await openStream(other.app, there)
    const tag = await tagOf(there)
    await cutListener(listenerOfOther, there)
    await raise(one, 'requester-group', 'NWG')
    expect((await get(there, tag)).status).toBe(200)
    const hints = [await stream.next(), await stream.next(), await stream.next()]
    expect(hints.map(({ topic, id }) => [topic, id])).toEqual([
      ['check-requests', null],
      ['organisation', null],
      ['users', null],
    ])
    expect(await tagOf(there)).toBeDefined()
    stream.close()
  })

  test('end streams of sessions that ended while the listener was down', async () => {
    const client = await one.logIn(emailOf('everyone'), 'requester')
    const there = await atOther(client)
    const stream = await openStream(other.app, there)
    await cutListener(listenerOfOther, there)
    await client.call(sessionEndpoints.logout)
    await stream.ended
  })

  test('answer no poll as unchanged after the listening connection stops responding', async () => {
    const there = await atOther(await one.as('approver-group'))
    // The change caused by the login can arrive between two answers.
    await expect.poll(async () => (await get(there, await tagOf(there))).status).toBe(304)
    line.silence()
    await expect.poll(() => other.services.freshness.state(['sessions'])).toBeUndefined()
  })

  test('release the database connection each time a listener is interrupted while connecting', async () => {
    line.cutAt('listen check_request_changes')
    const { pool } = other.database
    const feed = new ChangeFeed(new Freshness('another'), 'another', pool)
    for (let attempt = 0; attempt < 12; attempt += 1) await feed.listen()
    feed.close()
    expect((await sql`select 1 as one`.execute(other.database.read)).rows).toEqual([{ one: 1 }])
  })
})
