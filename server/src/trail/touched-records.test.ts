import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppDatabase } from '../tables.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { columnsOfRecords, haveChanged } from './queries/records.ts'

const leaves = [
  ['a new index', 'create index check_requests_by_nothing on check_requests (memo_line)'],
  ['a new table', 'create table later (id bigint)'],
  ['rows that aren’t part of records', 'update jobs set due_at = due_at'],
] as const

const touches = [
  ['a new column', `alter table dealer_groups add column later text not null default 'x'`],
  ['a changed column type', 'alter table check_requests alter column memo_line type varchar(900)'],
  ['changed rows of records', 'update purposes set name = upper(name)'],
  [
    'new rows that belong to records',
    'insert into user_roles (user_id, role_id) select id, 2 from users on conflict do nothing',
  ],
  ['a deleted part of a record', 'delete from request_number_counters'],
] as const

onBothDatabases('detecting record changes by a migration on $name', (kind) => {
  let database: AppDatabase
  beforeEach(async () => {
    database = await kind.open('demo')
  })
  afterEach(() => database.close())

  async function changedBy(statement: string): Promise<boolean> {
    const before = await columnsOfRecords(database.read)
    return database.transact(async (trx) => {
      await sql.raw(statement).execute(trx)
      return haveChanged(trx, before)
    })
  }

  if (kind.name === 'SQLite')
    test('treats all records on SQLite as changed so that all records are compared', async () => {
      expect(await changedBy(leaves[0][1])).toBe(true)
    })
  else {
    test.each(leaves)('finds no record changes after %s', async (_, statement) =>
      expect(await changedBy(statement)).toBe(false),
    )
    test.each(touches)('finds record changes after %s', async (_, statement) =>
      expect(await changedBy(statement)).toBe(true),
    )
  }
})
