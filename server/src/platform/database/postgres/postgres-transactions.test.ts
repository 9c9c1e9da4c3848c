import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../open.ts'
import type { AppDatabase } from '../../../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../../testing/databases.ts'
import { type Ids, insertOrganization } from '../../../testing/organization.ts'
import { testKeyring } from '../../../testing/templates.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

const limits = { statement: 500, lock: 300, answer: 3000 }
const groups = ['NWG', 'EAS'] as const

describe('session settings behind a pooler', () => {
  let place: TestPlace
  let operator: AppDatabase
  let database: AppDatabase
  let places: Ids['places']
  beforeAll(async () => {
    place = await postgres.create('empty')
    operator = await place.open()
    ;({ places } = await operator.transact((trx) => insertOrganization(trx, 'none', '2026-11-20T15:00:00.000Z')))
    await leaveRubbish()
    const { where: url } = place
    database = { ...openPostgres(url, () => {}, { directUrl: url, limits }), keyring: testKeyring() }
  })
  afterAll(async () => {
    await database.close()
    await operator.close()
    await place.drop()
  })

  // Each new session starts with settings left behind by another program.
  const leaveRubbish = () =>
    sql
      .raw(
        `do $$ begin
          execute format('alter role %I in database %I set role = check_requests_walled', current_user, current_database());
          execute format('alter database %I set check_requests.dealer_group = 3', current_database());
        end $$`,
      )
      .execute(operator.read)

  const codes = async (db: AppDatabase['read']) =>
    (await db.selectFrom('dealerships').select('code').orderBy('code').execute()).map(({ code }) => code)
  const codesOf = { NWG: ['HON', 'OLD', 'TOY'], EAS: ['KIA'] }
  const everything = ['HON', 'KIA', 'OLD', 'TOY']

  const stateOfSession = sql<{ role: string; tenant: string; limit: string }>`select current_user as role,
    current_setting('check_requests.dealer_group') as tenant, current_setting('statement_timeout') as limit`

  test('limit a single read to the current tenant, if there is one', async () => {
    for (const group of groups)
      expect(await database.forTenant(places[group], () => codes(database.read))).toEqual(codesOf[group])
    expect(await codes(database.read)).toEqual(everything)
  })

  test('limit a transaction to the current tenant, if there is one', async () => {
    for (const group of groups)
      expect(await database.forTenant(places[group], () => database.transact(codes))).toEqual(codesOf[group])
    expect(await database.transact(codes)).toEqual(everything)
  })

  test('never mix tenants across many concurrent reads and transactions', async () => {
    const rounds = Array.from({ length: 60 }, (_, round) => round)
    await Promise.all(
      rounds.map(async (round) => {
        const group = groups[round % 2] ?? 'NWG'
        const found = await database.forTenant(places[group], () =>
          round % 3 === 0 ? database.transact(codes) : codes(database.read),
        )
        expect(found).toEqual(codesOf[group])
      }),
    )
  })

  test('replace the session’s earlier settings, and leave no prepared statements in the session', async () => {
    const read = () => stateOfSession.execute(database.read)
    const { rows } = await database.forTenant(places.NWG, read)
    expect(rows).toEqual([{ role: 'check_requests_walled', tenant: String(places.NWG), limit: '500ms' }])
    const sessions = sql<{ named: number }>`select count(*)::int as named from pg_prepared_statements`
    expect((await sessions.execute(database.read)).rows).toEqual([{ named: 0 }])
  })

  test('preserve the number of affected rows for a change outside a transaction', async () => {
    const rename = (name: string) =>
      database.read.updateTable('dealerships').set({ name }).where('code', '=', 'KIA').executeTakeFirstOrThrow()
    expect((await database.forTenant(places.EAS, () => rename('Kia East'))).numUpdatedRows).toBe(1n)
    expect((await database.forTenant(places.NWG, () => rename('Kia West'))).numUpdatedRows).toBe(0n)
  })

  test('prevent a statement from running if they can’t be applied', async () => {
    const broken = openPostgres(place.where, () => {}, {
      directUrl: place.where,
      limits: { ...limits, lock: Number.NaN },
    })
    await expect(broken.forTenant(places.NWG, () => codes(broken.read))).rejects.toThrow('lock_timeout')
    // The second attempt must not run in the transaction that the first attempt failed to begin.
    for (const _time of [1, 2])
      await expect(broken.forTenant(places.NWG, () => broken.transact(codes))).rejects.toThrow('lock_timeout')
    await broken.close()
  })

  test('prevent further statements if the work ends its own transaction', async () => {
    const work = database.forTenant(places.NWG, () =>
      database.transact(async (trx) => {
        await sql`end`.execute(trx)
        return codes(trx)
      }),
    )
    await expect(work).rejects.toThrow('no longer in its transaction')
    expect(await database.forTenant(places.NWG, () => database.transact(codes))).toEqual(codesOf.NWG)
  })

  test('preserve the original error of a transaction, and let the next transaction work', async () => {
    const twice = (trx: Parameters<Parameters<AppDatabase['transact']>[0]>[0]) =>
      sql`insert into statuses (id, name) values (1, 'again')`.execute(trx)
    await expect(database.transact(twice)).rejects.toThrow('duplicate key')
    expect(await database.transact(codes)).toEqual(everything)
  })

  test('apply time limits to a statement, a lock, and an unresponsive PostgreSQL', async () => {
    const sleep = sql`select pg_sleep(20)`
    await expect(sleep.execute(database.read)).rejects.toThrow('statement timeout')
    await expect(database.transact((trx) => sleep.execute(trx))).rejects.toThrow('statement timeout')
    await operator.transact(async (trx) => {
      await sql`lock table dealerships in access exclusive mode`.execute(trx)
      await expect(codes(database.read)).rejects.toThrow('lock timeout')
    })
    const patient = openPostgres(place.where, () => {}, {
      directUrl: place.where,
      limits: { statement: 20_000, lock: 20_000, answer: 500 },
    })
    await expect(sleep.execute(patient.read)).rejects.toThrow('Query read timeout')
    expect(await codes(patient.read)).toEqual(everything)
    await patient.close()
  })
})
