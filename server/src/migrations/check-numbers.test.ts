import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { openStoredHistory, type StoredHistory } from '../testing/stored-history.ts'

interface Numbered {
  readonly id: number
  readonly dealership_id: number
}

/** The check numbers that this test stores before the migration that makes them unique, two dealerships one after the other. */
const stored = [
  ['104', 0],
  ['0104', 1],
  ['000104', 1],
  ['0205', 0],
  ['104', 0],
] as const

onBothDatabases('check numbers from before migration 0018, on $name', (kind) => {
  let history: StoredHistory
  let ids: number[] = []
  beforeAll(async () => {
    history = await openStoredHistory(kind, '0008', { after: '0017', change: storeClashes })
  })
  afterAll(async () => {
    await history.database.close()
    await history.place.drop()
  })

  async function storeClashes(db: Db): Promise<void> {
    const { rows } = await sql<Numbered>`select id, dealership_id from check_requests
      where check_number is not null and dealership_id is not null order by dealership_id, id`.execute(db)
    const byDealership = [...Map.groupBy(rows, (row) => row.dealership_id).values()]
    const [first = [], second = []] = byDealership.filter((requests) => requests.length >= 4)
    ids = [...first.slice(0, 4), ...second.slice(0, 1)].map(({ id }) => Number(id))
    for (const [index, [number]] of stored.entries())
      await sql`update check_requests set check_number = ${number} where id = ${ids[index]}`.execute(db)
  }

  async function numbersNow(): Promise<unknown[]> {
    const rows = await history.database.read
      .selectFrom('check_requests')
      .select(['id', 'check_number', 'check_number_exempt'])
      .where('id', 'in', ids)
      .execute()
    return ids
      .map((id) => rows.find((row) => row.id === id))
      .map((row) => [row?.check_number, row?.check_number_exempt])
  }

  test('those that clash are kept as they were, and all but the first of a dealership are exempt', async () => {
    expect(ids).toHaveLength(stored.length)
    expect(await numbersNow()).toEqual(stored)
  })

  test('no further request gets such a number, exempt or not', async () => {
    const [, exempt, , other] = ids
    const write = (id: number | undefined, check_number: string) =>
      history.database.transact((trx) =>
        trx
          .updateTable('check_requests')
          .set({ check_number, check_number_exempt: 0 })
          .where('id', '=', id ?? 0)
          .execute(),
      )
    await expect(write(other, '00104')).rejects.toThrow(/unique/i)
    await expect(write(exempt, '0104')).rejects.toThrow(/unique/i)
    expect(await numbersNow()).toEqual(stored)
  })
})
