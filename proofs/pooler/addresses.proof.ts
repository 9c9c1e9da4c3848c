import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPostgres } from '../../server/src/open.ts'
import { isDatabaseUnavailable } from '../../server/src/platform/errors.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../server/src/testing/databases.ts'
import { startServer } from '../../server/src/testing/server-process.ts'
import { type Pooler, type PoolerSettings, startPgbouncer } from '../support/pgbouncer.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]
const refusal = 'A connection pooler answered instead of PostgreSQL'
const timeLimits = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

describe('a database URL that leads to a pooler', () => {
  let place: TestPlace
  let pooler: Pooler | undefined
  beforeAll(async () => {
    place = await postgres.create('nothing')
  })
  afterEach(() => pooler?.stop())
  afterAll(() => place.drop())

  const macKeyFile = join(tmpdir(), `${randomUUID()}.json`)
  const nameOf = () => new URL(place.where).pathname.slice(1)
  async function through(settings: Partial<PoolerSettings> = {}): Promise<string> {
    pooler = await startPgbouncer({ target: place.where, sessions: 2, ...settings })
    return pooler.urlOf(nameOf())
  }

  test.each([undefined, timeLimits])(
    'is refused as the direct URL of PostgreSQL if the pooler ignores these parameters: %s',
    async (ignored) => {
      const databaseUrl = await through(ignored === undefined ? {} : { ignored })
      await expect(openDatabase({ databaseUrl, dataDir: '', macKeyFile })).rejects.toThrow(refusal)
    },
  )

  test('is refused as the value of DATABASE_DIRECT_URL', async () => {
    const databaseUrl = await through({ ignored: timeLimits })
    const open = openDatabase({ databaseUrl, databaseDirectUrl: databaseUrl, dataDir: '', macKeyFile })
    await expect(open).rejects.toThrow(refusal)
  })

  test('is refused by the next connection if a pooler replaces PostgreSQL later', async () => {
    const database = openPostgres(await through({ ignored: timeLimits }), () => {})
    await expect(sql`select 1`.execute(database.read)).rejects.toThrow(refusal)
    await expect(database.forTenant(1, () => sql`select 1`.execute(database.read))).rejects.toThrow(refusal)
    await database.close()
  })

  test('prevents the server from starting if the pooler doesn’t support transactions', async () => {
    const databaseUrl = await through({ mode: 'statement' })
    const open = openDatabase({ databaseUrl, databaseDirectUrl: place.where, dataDir: '', macKeyFile })
    await expect(open).rejects.toThrow('transaction blocks not allowed in statement pooling mode')
  })

  test('counts as unavailable, not as an internal error, if PostgreSQL can’t be reached', async () => {
    const url = await through({ target: 'postgres://postgres@127.0.0.1:1/nothing' })
    const database = openPostgres(url, () => {}, { directUrl: place.where })
    const error = await sql`select 1`.execute(database.read).catch((found: unknown) => found)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await database.close()
  })

  test.each(['transaction', 'session'] as const)('works from the first start in pool mode %s', async (mode) => {
    const DATABASE_URL = await through({ mode, sessions: mode === 'session' ? 20 : 2 })
    const keys = { AUDIT_MAC_KEY: macKeyFile, DATABASE_DIRECT_URL: place.where }
    const server = await startServer({ DATABASE_URL, ...keys })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
  })
})

test('uses at most 200 PostgreSQL sessions for 50 instances that work at the same time', async () => {
  const place = await postgres.create('empty')
  const pooler = await startPgbouncer({ target: place.where, sessions: 100 })
  const url = pooler.urlOf(new URL(place.where).pathname.slice(1))
  const instances = Array.from({ length: 50 }, () => openPostgres(url, () => {}, { directUrl: place.where }))
  const operator = await place.open()
  const count = sql<{ sessions: number }>`select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  let most = 0
  const clients: (pg.PoolClient | undefined)[] = []
  for (const { pool } of instances) clients.push(await pool?.connect())
  for (const client of clients) await client?.query('listen anything')
  const work = instances.flatMap(({ read }) =>
    Array.from({ length: 20 }, () => sql`select pg_sleep(0.02)`.execute(read)),
  )
  const answered = Promise.all(work).then(({ length }) => length)
  for (let seen = 0; seen < 5; seen += 1)
    most = Math.max(most, (await count.execute(operator.read)).rows[0]?.sessions ?? 0)
  expect(await answered).toBe(1000)
  expect(most).toBeGreaterThan(50)
  expect(most).toBeLessThanOrEqual(200)
  for (const client of clients) client?.release()
  for (const instance of [...instances, operator]) await instance.close()
  await pooler.stop()
  await place.drop()
})
