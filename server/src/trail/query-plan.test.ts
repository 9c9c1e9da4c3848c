import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { databases } from '../testing/databases.ts'
import { planOf } from '../testing/query-plan.ts'
import { listEntries } from './queries/read.ts'
import { recordKinds } from './queries/record-shapes.ts'
import { readGrowing, readRecords } from './queries/records.ts'

const isSorted = /USE TEMP B-TREE/

let database: AppDatabase
beforeAll(async () => {
  const sqlite = databases.find(({ name }) => name === 'SQLite')
  if (!sqlite) throw new Error('SQLite is one of the databases')
  database = await sqlite.open('demo')
})
afterAll(() => database.close())

test('reads each page of the trail in index order without sorting', async () => {
  for (const chain of [1, null])
    for (const query of [{}, { cursor: '1.5' }, { from: '2026-01-01', to: '2026-12-31' }]) {
      const steps = await planOf(database, (read) => listEntries(read, chain, query, 50))
      expect(steps.length).toBeGreaterThan(0)
      for (const step of steps) expect(step, JSON.stringify({ chain, query })).not.toMatch(isSorted)
    }
})

test('reads a record’s rows in the index order that the digest uses', async () => {
  // The table layout is read only with the first records, so this keeps it out of the plans below.
  await readRecords(database.read, 'purpose', [1])
  for (const kind of recordKinds) {
    const ids = [kind === 'request-numbers' || kind === 'session' ? 'x' : 1]
    for (const step of await planOf(database, (read) => readRecords(read, kind, ids)))
      expect(step, kind).not.toMatch(isSorted)
  }
  for (const step of await planOf(database, (read) => readGrowing(read, 'check-request', 1)))
    expect(step).not.toMatch(isSorted)
})
