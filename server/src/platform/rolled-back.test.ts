import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite } from './database/sqlite/connection.ts'
import { sqliteDialect } from './database/sqlite/dialect.ts'

let folder: string
let db: Kysely<{ notes: { text: string } }>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-requests-'))
  db = new Kysely({ dialect: sqliteDialect(openSqlite(join(folder, 'notes.db'))) })
  await sql`create table notes (text text not null)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const write = (text: string) => db.insertInto('notes').values({ text }).compile()

test('fails later statements with the same error after SQLite rolls back a transaction', async () => {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 20)}`.execute(db)
  const failures: unknown[] = []
  const filling = db.transaction().execute(async (trx) => {
    for (let tries = 0; tries < 100; tries += 1)
      await trx
        .executeQuery(write(tries < 50 ? 'x'.repeat(4000) : 'short'))
        .catch((error) => failures.push(error.message))
  })
  await expect(filling).rejects.toThrow('database or disk is full')
  expect(new Set(failures)).toEqual(new Set(['database or disk is full']))
  expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])

  await db.transaction().execute((trx) => trx.executeQuery(write('afterwards')))
  expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'afterwards' }])
})
