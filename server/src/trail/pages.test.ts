import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { testsBegin } from '../testing/clock.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { vouchForAll } from '../testing/templates.ts'
import { appendEvent } from './commands/append.ts'
import { verifyTrail } from './commands/verify.ts'

const many = 1100
const system = { userId: null, name: 'System', roleId: null, sessionId: null }

onBothDatabases('a chain longer than one batch, on $name', (kind) => {
  let database: AppDatabase
  beforeAll(async () => {
    database = await kind.open('empty')
    await database.transact(async (trx) => {
      const event = { actor: system, chain: 0, action: 'test', entity: 'installation', entityId: null }
      for (let n = 0; n < many; n += 1)
        await appendEvent(trx, database.keyring, { ...event, after: { n } }, { at: testsBegin, states: [] })
      for (let n = 0; n < many; n += 1)
        await trx
          .insertInto('purposes')
          .values({ name: `Purpose ${n}`, description: null, payment_for: 'Business' })
          .execute()
    })
    await vouchForAll(database)
  })
  afterAll(() => database.close())

  test('verifies a long chain to its end', async () => {
    const { intact, chains } = await verifyTrail(database, null)
    expect(intact).toBe(true)
    expect(chains[0]?.entries).toBeGreaterThan(many)
  })

  test.each(['Purpose 0', 'Purpose 600', 'Purpose 1099'])('detects a change to %s in a long chain', async (name) => {
    const purposes = (from: string, to: string) =>
      database.transact((trx) => trx.updateTable('purposes').set({ name: to }).where('name', '=', from).execute())
    await purposes(name, 'Another')
    expect((await verifyTrail(database, null)).mismatches).toEqual([
      'Purpose Another was changed without an entry in the trail.',
    ])
    await purposes('Another', name)
  })
})
