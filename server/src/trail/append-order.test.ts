import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { prepareEntries } from './commands/append.ts'

const chains = [1, 2]
const writers = 8
const rounds = 5

onBothDatabases('appending to the audit trail on $name', (kind) => {
  let database: AppDatabase
  let attempts = 0
  beforeAll(async () => {
    database = await kind.open('empty')
  })
  afterAll(() => database.close())

  /** Appends to these chains in one transaction. A retry after a deadlock counts as another attempt. */
  async function append(order: readonly number[]): Promise<void> {
    const actor = { userId: null, name: 'System', roleId: null, sessionId: null }
    const events = order.map((chain) => ({ actor, chain, action: 'test', entity: 'test', entityId: null }))
    await database.transact(async (trx) => {
      attempts += 1
      const append = await prepareEntries(trx, database.keyring, events, 0)
      append()
    })
  }

  test('never deadlocks when transactions append to the same chains in opposite orders', async () => {
    const orders = Array.from({ length: writers }, (_, writer) => (writer % 2 === 0 ? chains : chains.toReversed()))
    for (let round = 0; round < rounds; round += 1) await Promise.all(orders.map(append))
    expect(attempts).toBe(writers * rounds)
    const heads = await database.read
      .selectFrom('audit_heads')
      .select(['chain', 'seq'])
      .where('chain', 'in', chains)
      .orderBy('chain')
      .execute()
    expect(heads).toEqual(chains.map((chain) => ({ chain, seq: writers * rounds })))
  })
})
