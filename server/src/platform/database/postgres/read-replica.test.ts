import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../open.ts'
import type { AppDatabase, Db } from '../../../tables.ts'
import type { Client } from '../../../testing/client.ts'
import { raise, raiseTo } from '../../../testing/requests.ts'
import { serve } from '../../../testing/start-app.ts'
import { fillWorld } from '../../../testing/templates.ts'
import { type World, worldOf } from '../../../testing/world.ts'

interface Postgres {
  urlOf(database: string): string
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

type Primary = Postgres & { replicate(): Promise<Postgres> }

const { startPostgres } = (await import(new URL('../../../../../scripts/postgres.mjs', import.meta.url).href)) as {
  startPostgres(options: { flushes: boolean }): Promise<Primary>
}

describe.each(['sessions', 'transactions'])('with a read replica, in %s', (kind) => {
  const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)
  let primary: Primary
  let replica: Postgres
  let database: AppDatabase
  let atReplica: AppDatabase['read']
  let closeOperator: () => Promise<void>
  let world: World
  let other: World
  const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

  const settingsWith = (read: Postgres) => ({
    databaseUrl: primary.urlOf('postgres'),
    databaseDirectUrl: kind === 'transactions' ? primary.urlOf('postgres') : undefined,
    databaseReadUrl: read.urlOf('postgres'),
    dataDir: '',
    macKeyFile,
  })

  beforeAll(async () => {
    primary = await startPostgres({ flushes: false })
    replica = await primary.replicate()
    const { openPostgres } = await import('../../../open.ts')
    const operator = openPostgres(replica.urlOf('postgres'), () => {})
    atReplica = operator.read
    closeOperator = operator.close
    database = await openDatabase(settingsWith(replica))
    const ids = await fillWorld(database)
    world = worldOf(await serve(database), database, ids)
    const second = await openDatabase(settingsWith(replica))
    other = worldOf(await serve(second), second, ids)
    for (const [person, place] of [
      ['requester-group', 'NWG'],
      ['requester-eastside', 'EAS'],
    ] as const)
      await raiseTo(world, 7, person, place)
  })
  afterAll(async () => {
    await other.close()
    await world.close()
    await closeOperator()
    await replica.stop()
    await primary.stop()
  })

  const isReplica = async (db: Db) =>
    (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is
  const goesToReplica = () => database.offload(isReplica)
  const lines = () => output.mock.calls.map(([text]) => String(text)).filter((text) => /replica/.test(text))

  async function whilePaused(work: () => Promise<void>): Promise<void> {
    await sql`select pg_wal_replay_pause()`.execute(atReplica)
    const state = sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`
    await expect.poll(async () => (await state.execute(atReplica)).rows[0]?.state).toBe('paused')
    try {
      await work()
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(atReplica)
    }
    await expect.poll(goesToReplica).toBe(true)
  }

  /** The number of rows read at the replica so far. */
  async function rowsReadAtReplica(): Promise<number> {
    const count = sql<{ rows: number }>`select tup_returned::int as rows from pg_stat_database
      where datname = current_database()`
    // A PostgreSQL session reports its statistics only after it has been idle for a second.
    await sql`select pg_stat_force_next_flush()`.execute(atReplica)
    return (await count.execute(atReplica)).rows[0]?.rows ?? 0
  }

  const completed = (client: Client) => client.call(endpoints.list, { query: { view: 'completed' } })
  const csv = (client: Client) => client.send('GET', '/api/v1/check-requests/export/csv')

  test('sends only eligible reads to the replica', async () => {
    await expect.poll(goesToReplica).toBe(true)
    expect(await isReplica(database.read)).toBe(false)
    expect(await database.transact(isReplica)).toBe(false)
    const before = await rowsReadAtReplica()
    const client = await world.as('approver-group')
    expect((await completed(client)).data.total).toBe(1)
    expect((await csv(client)).status).toBe(200)
    await expect.poll(rowsReadAtReplica).toBeGreaterThan(before)
  })

  test('returns every acknowledged write of any instance after the replica has stopped replaying', async () => {
    await whilePaused(async () => {
      for (const [writer, reader] of [
        [world, world],
        [world, other],
        [other, world],
      ] as const) {
        const { request_number } = await raise(writer, 'requester-group', 'NWG')
        const client = reader.anyone.with((await writer.as('approver-group')).headers)
        expect((await csv(client)).text).toContain(request_number)
      }
      expect(await isReplica(atReplica)).toBe(true)
      expect(await goesToReplica()).toBe(false)
    })
  })

  test('never returns an outdated list with a newer tag', async () => {
    const client = await world.as('approver-group')
    const poll = async (tag?: string) => {
      const url = '/api/v1/check-requests?view=completed'
      return client.send('GET', url, { headers: { 'x-activity': 'poll', ...(tag && { 'if-none-match': tag }) } })
    }
    await whilePaused(async () => {
      const { id } = await raiseTo(other, 7, 'requester-group', 'NWG')
      await expect.poll(async () => (await poll()).headers.etag).toBeDefined()
      const first = await poll()
      expect(first.body.data.items[0].id).toBe(id)
      expect((await poll(String(first.headers.etag))).status).toBe(304)
    })
  })

  test('limits a query without a group filter to the tenant’s rows on the replica, too', async () => {
    const groupsIn = async (db: Db) => [
      await isReplica(db),
      ...(await db.selectFrom('check_requests').select('dealer_group_id').distinct().execute())
        .map(({ dealer_group_id }) => dealer_group_id)
        .toSorted(),
    ]
    const { NWG, EAS } = world.ids.places
    const found = (tenant: number | null) => database.forTenant(tenant, () => database.offload(groupsIn))
    const each = Array.from({ length: 60 }, (_, round) => [NWG, EAS, null][round % 3] as number | null)
    const all = await Promise.all(each.map(found))
    for (const [round, tenant] of each.entries())
      expect(all[round]).toEqual([true, ...(tenant === null ? [NWG, EAS].toSorted() : [tenant])])
  })

  test('refuses writes on the replica', async () => {
    const write = database.offload((db) => db.updateTable('check_requests').set({ amount_cents: 1 }).execute())
    await expect(write).rejects.toThrow('cannot execute UPDATE in a read-only transaction')
    expect(await goesToReplica()).toBe(true)
  })

  test('serves calls from the primary while the replica is down, and uses the replica again when it returns', async () => {
    const client = await world.as('approver-group')
    output.mockClear()
    await replica.halt()
    const calls = await Promise.all(Array.from({ length: 10 }, () => completed(client)))
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200))
    expect((await completed(client)).status).toBe(200)
    expect(lines().filter((line) => line.startsWith('All reads go to the primary'))).toHaveLength(1)
    const third = await openDatabase(settingsWith(replica))
    expect(await third.offload(isReplica)).toBe(false)
    await replica.resume()
    await expect.poll(goesToReplica).toBe(true)
    await expect.poll(() => third.offload(isReplica)).toBe(true)
    expect(lines().filter((line) => line.startsWith('Reads go to the replica again'))).not.toHaveLength(0)
    await third.close()
  })

  test('refuses another database as the replica, and sends no reads to a primary configured as the replica', async () => {
    const stranger = await startPostgres({ flushes: false })
    await expect(openDatabase(settingsWith(stranger))).rejects.toThrow(
      'DATABASE_READ_URL can’t be used: it is a copy of another database',
    )
    await stranger.stop()
    const lonely = await openDatabase(settingsWith(primary))
    expect(await lonely.offload(isReplica)).toBe(false)
    expect(lines().at(-1)).toContain('it isn’t connected to a primary server')
    await lonely.close()
  })
})
