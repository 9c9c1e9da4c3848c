import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppDatabase, Tx } from '../tables.ts'
import { type DatabaseKind, databases } from '../testing/databases.ts'
import { together } from './threads/promises.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

describe('writes to PostgreSQL', () => {
  let database: AppDatabase
  let people: Map<number | null, number>
  let sent: string[]
  beforeAll(async () => {
    database = await postgres.open('demo')
    const users = await database.read.selectFrom('users').select(['id', 'dealer_group_id']).execute()
    people = new Map(users.map((user) => [user.dealer_group_id, user.id]))
  })
  afterAll(() => database.close())
  beforeEach(() => {
    sent = []
    const { query } = pg.Client.prototype
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
      const [config] = call as [string | { text: string }]
      sent.push(typeof config === 'string' ? config : config.text)
      return Reflect.apply(query, this, call)
    } as never)
  })
  afterEach(() => void vi.restoreAllMocks())

  const commits = () => sent.filter((statement) => statement === 'commit').length

  const keep = (trx: Tx, key: string, tenant: number | null = 1) =>
    trx
      .insertInto('answered_calls')
      .values({
        user_id: people.get(tenant) ?? 0,
        key,
        fingerprint: '',
        answer: '',
        created_at: '2026-11-20T15:00:00.000Z',
      })
      .execute()

  const write = (tenant: number | null, ...keys: readonly string[]) =>
    database.forTenant(tenant, () =>
      database.transact(async (trx) => {
        for (const key of keys) await keep(trx, key, tenant)
        return keys.join()
      }),
    )

  const kept = async (...keys: readonly string[]) => {
    const rows = await database.read.selectFrom('answered_calls').select('key').where('key', 'in', keys).execute()
    return rows.map(({ key }) => key).sort()
  }

  test('share a commit and get their own results if they arrive together for one tenant', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `shared ${index}`)
    expect(await Promise.all(keys.map((key) => write(1, key)))).toEqual(keys)
    expect(commits()).toBe(1)
    expect(await kept(...keys)).toEqual(keys)
  })

  test('don’t share a commit with writes for other tenants or for all tenants', async () => {
    await Promise.all([write(1, 'apart 1'), write(2, 'apart 2'), write(null, 'apart 3'), write(null, 'apart 4')])
    expect(commits()).toBe(4)
  })

  test('fail individually without undoing other work', async () => {
    const outcomes = await Promise.allSettled([write(1, 'a'), write(1, 'half', 'half'), write(1, 'b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await kept('a', 'half', 'b')).toEqual(['a', 'b'])
  })

  test('aren’t retried if the connection breaks during the commit', async () => {
    let attempts = 0
    const endOfConnection = (key: string) =>
      database.forTenant(1, () =>
        database.transact(async (trx) => {
          attempts += 1
          await keep(trx, key)
        }),
      )
    vi.restoreAllMocks()
    const { query } = pg.Client.prototype
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
      const answer = Reflect.apply(query, this, call)
      // The commit has been sent when the connection breaks.
      if (call[0] === 'commit') setImmediate(() => Reflect.get(this, 'connection').stream.destroy())
      return answer
    } as never)
    const outcomes = await Promise.allSettled([endOfConnection('c'), endOfConnection('d')])
    vi.restoreAllMocks()
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(attempts).toBe(2)
  })

  test('take effect in order if statements are sent together and report the first error', async () => {
    const failing = database.forTenant(1, () =>
      database.transact((trx) => together(keep(trx, 'x'), keep(trx, 'x'), keep(trx, 'y'))),
    )
    await expect(failing).rejects.toThrow('duplicate key')
    expect(await kept('x', 'y')).toEqual([])
    expect(await write(1, 'x', 'y')).toBe('x,y')
  })
})
