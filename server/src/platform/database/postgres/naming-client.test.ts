import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppDatabase, Db } from '../../../tables.ts'
import { type DatabaseKind, databases, type TestPlace } from '../../../testing/databases.ts'

const [, postgres] = databases as [DatabaseKind, DatabaseKind]

describe('a prepared statement whose result columns are changed by another instance’s migration', () => {
  let place: TestPlace
  let running: AppDatabase
  let migrating: AppDatabase
  beforeAll(async () => {
    place = await postgres.create('empty')
    running = await place.open()
    migrating = await place.open()
  })
  afterAll(async () => {
    await running.close()
    await migrating.close()
    await place.drop()
  })

  let columns = 0
  async function migrate(): Promise<void> {
    columns += 1
    await sql.raw(`alter table purposes add column later_${columns} text not null default 'x'`).execute(migrating.read)
  }
  const find = (db: Db) => db.selectFrom('purposes').selectAll().where('id', '=', 10).executeTakeFirstOrThrow()

  test('prepares an outdated statement again on every connection', async () => {
    const all = () => Promise.all(Array.from({ length: 10 }, () => find(running.read)))
    for (let time = 0; time < 3; time += 1) {
      await all()
      await migrate()
      for (const row of await all()) expect(row).toHaveProperty(`later_${columns}`)
    }
  })

  test('reruns a transaction that uses an outdated prepared statement', async () => {
    await running.transact(find)
    await migrate()
    let times = 0
    const work = async (trx: Db) => {
      times += 1
      return find(trx)
    }
    // Other work in the same transaction runs again, too.
    const both = [running.transact(work), running.forTenant(1, () => running.transact(work))]
    for (const row of await Promise.all(both)) expect(row).toHaveProperty(`later_${columns}`)
    expect(times).toBeGreaterThan(2)
  })
})
