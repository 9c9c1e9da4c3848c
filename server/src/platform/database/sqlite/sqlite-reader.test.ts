import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openSqliteDatabase } from '../database.ts'
import { prepare } from '../prepared.ts'
import { SqliteReader } from './dialect.ts'

interface Notes {
  readonly notes: { id: number; text: string }
}

let folder: string
let database: Database<Notes>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-requests-'))
  database = await openSqliteDatabase<Notes>(folder, async (db) => {
    await db.executeQuery(CompiledQuery.raw('create table notes (id integer primary key, text text not null)'))
  })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const write = (text: string) => database.transact((trx) => trx.insertInto('notes').values({ id: 1, text }).execute())
const texts = prepare((db: Kysely<Notes>) => db.selectFrom('notes').select('text'))
const counting = prepare(
  (_db: Kysely<Notes>) =>
    sql<{ most: number }>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 400000)
      select max(n) as most from numbers`,
)

test('reads all committed data in the reader thread', async () => {
  expect(await texts(database.read, {}).all({ apart: true })).toEqual([])
  await write('first')
  expect(await texts(database.read, {}).all({ apart: true })).toEqual([{ text: 'first' }])
})

test('reads uncommitted data of the transaction during a transaction', async () => {
  await database.transact(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'not yet committed' }).execute()
    expect(await texts(trx, {}).all({ apart: true })).toEqual([{ text: 'not yet committed' }])
  })
})

test('lets other work continue during a slow read', async () => {
  const turnsDuring = async (work: () => Promise<unknown>) => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await work()
    clearInterval(timer)
    return turns
  }
  expect(await turnsDuring(() => counting(database.read, {}).all())).toBe(0)
  const apart = () => counting(database.read, {}).all({ apart: true })
  expect(await apart()).toEqual([{ most: 400_000 }])
  expect(await turnsDuring(apart)).toBeGreaterThan(5)
})

test('runs reads one at a time, and rejects only the caller whose read fails', async () => {
  const reader = new SqliteReader(join(folder, 'check-requests.db'))
  const read = (query: string) => reader.read(CompiledQuery.raw(query))
  const results = await Promise.allSettled(['select 1 as a', 'select missing', 'select 2 as b'].map(read))
  expect(results).toMatchObject([
    { value: { rows: [{ a: 1 }] } },
    { reason: { message: 'no such column: missing' } },
    { value: { rows: [{ b: 2 }] } },
  ])
  await expect(read('delete from notes')).rejects.toThrow('readonly')
  await reader.end()
})

test('ends the reader thread after a while without reads, and starts another thread for the next read', async () => {
  const reader = new SqliteReader(join(folder, 'check-requests.db'), 50)
  const setting = () => reader.read(CompiledQuery.raw('pragma cache_size'))
  await reader.read(CompiledQuery.raw('pragma cache_size = 77'))
  expect(await setting()).toEqual({ rows: [{ cache_size: 77 }] })
  await wait(300)
  expect(await setting()).not.toEqual({ rows: [{ cache_size: 77 }] })
  await reader.end()
})

test('merges the write-ahead log into the database file when a database with a reader thread is closed', async () => {
  await write('first')
  await texts(database.read, {}).all({ apart: true })
  await database.close()
  expect(existsSync(join(folder, 'check-requests.db-wal'))).toBe(false)
})
