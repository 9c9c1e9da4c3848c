import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../open.ts'
import type { AppDatabase } from '../tables.ts'
import { DatabaseLine } from '../testing/database-line.ts'
import { type DatabaseKind, databases, type TestPlace } from '../testing/databases.ts'
import { bodyAt } from '../testing/requests.ts'
import { serve } from '../testing/start-app.ts'
import { testKeyring } from '../testing/templates.ts'
import { idsOf, type World, worldOf } from '../testing/world.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

describe('when PostgreSQL refuses, cancels, or doesn’t answer', () => {
  let place: TestPlace
  let line: DatabaseLine
  let operator: AppDatabase
  let world: World
  beforeAll(async () => {
    place = await postgres.create('world')
    operator = await place.open()
    line = new DatabaseLine(place.where)
    await line.mend()
    const limits = { statement: 60_000, lock: 60_000, answer: 3000 }
    const database = { ...openPostgres(line.url, () => {}, { limits }), keyring: testKeyring() }
    world = worldOf(await serve(database), database, await idsOf(database))
    await world.as('requester-group')
  })
  afterAll(async () => {
    await world.close()
    await operator.close()
    await line.cut()
    await place.drop()
  })

  async function expectUnavailable(): Promise<void> {
    const reply = await create()
    expect([reply.status, reply.error.code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
    expect(reply.message).not.toContain('unchanged')
  }

  const create = async () =>
    (await world.as('requester-group')).call(checkRequestEndpoints.create, { body: bodyAt(world.ids, 'NWG') })

  const asOperator = (statement: string) => sql.raw(statement).execute(operator.read)
  const othersHere = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await asOperator(`do $$ begin execute format(
      'alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`)
    await asOperator(`select pg_terminate_backend(pid) ${othersHere}`)
    await expect.poll(() => sql`select 1`.execute(world.database.read).then(Boolean, () => false)).toBe(true)
  }

  test('answers a canceled query with 503', async () => {
    await operator.transact(async (trx) => {
      await sql`lock table check_requests`.execute(trx)
      const answered = expectUnavailable()
      const cancel = sql<{ done: boolean }>`select pg_cancel_backend(pid) as done from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await cancel.execute(operator.read)).rows.length).toBeGreaterThan(0)
      await answered
    })
    expect((await create()).status).toBe(201)
  })

  test('answers a query that exceeds the server’s own time limit with 503, and drops its connection', async () => {
    await operator.transact(async (trx) => {
      await sql`lock table check_requests`.execute(trx)
      await expectUnavailable()
    })
    expect((await create()).status).toBe(201)
  })

  test('answers with 503 within the server’s own time limit if the database is silent', async () => {
    line.silence()
    await expectUnavailable()
    await line.mend()
    await expect.poll(async () => (await create()).status).toBe(201)
  })

  test('answers a write to a read-only database with 503, and accepts it once the database is writable', async () => {
    await setReadOnly('on')
    await expectUnavailable()
    await setReadOnly('off')
    expect((await create()).status).toBe(201)
  })

  test('answers with 503 if the result of a commit was lost without claiming that nothing has changed', async () => {
    const before = await count()
    line.cutAfter('commit')
    await expectUnavailable()
    await line.mend()
    await expect.poll(count).toBe(before + 1)
  })

  async function count(): Promise<number> {
    const found = await operator.read
      .selectFrom('check_requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return found.count
  }
})
