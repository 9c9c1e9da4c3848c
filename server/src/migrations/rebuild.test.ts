import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../platform/database/migrate.ts'
import { openSqlite } from '../platform/database/sqlite/connection.ts'
import { sqliteDialect } from '../platform/database/sqlite/dialect.ts'
import { execute } from './dialect.ts'
import { type Rebuild, rebuildTable } from './rebuild.ts'

type Db = Kysely<unknown>

let db: Db
beforeEach(() => {
  db = new Kysely({ dialect: sqliteDialect(openSqlite(':memory:')) })
})
afterEach(() => db.destroy())

const first = {
  up: (db: Db) =>
    execute(db, [
      `create table parts (
        id integer primary key autoincrement, code text, kind text check (kind in ('a', 'b')), shelf integer
      )`,
      'create index parts_shelf on parts (shelf) where shelf is not null',
      'create table log (text text not null)',
      'create trigger parts_added after insert on parts begin insert into log values (new.code); end',
      'create table orders (part_id integer not null references parts (id))',
      `create trigger orders_added after insert on orders when exists (select 1 from parts where id = new.part_id)
        begin insert into log values ('order'); end`,
      `insert into parts (id, code, kind, shelf) values (1, '007', 'a', 3), (4, 'x', 'b', null), (9, 'y', 'b', 1)`,
      'delete from parts where id = 9',
      'insert into orders values (1), (4)',
    ]),
}

function rebuilding(rebuild: Rebuild, ...before: string[]) {
  return { first, second: { up: async (db: Db) => execute(db, before).then(() => rebuildTable(db, rebuild)) } }
}

async function rows(query: string): Promise<unknown[]> {
  return (await sql.raw(query).execute(db)).rows
}

const wider = { table: 'parts', replace: { "in ('a', 'b')": "in ('a', 'b', 'c')" } }

test('changes a table’s definition and keeps its rows, indexes, triggers, and incoming references', async () => {
  await migrate(db, 'sqlite', { first })
  const others = "select name, sql from sqlite_schema where name <> 'parts' and name not like 'kysely%' order by name"
  const before = { parts: await rows('select * from parts'), others: await rows(others) }
  await migrate(db, 'sqlite', rebuilding(wider))
  expect({ parts: await rows('select * from parts'), others: await rows(others) }).toEqual(before)
  await execute(db, ["insert into parts (code, kind) values ('z', 'c')"])
  expect(await rows("select id from parts where kind = 'c'")).toEqual([{ id: 10 }])
  expect(await rows('select text from log')).toEqual(['007', 'x', 'y', 'order', 'order', 'z'].map((text) => ({ text })))
  await expect(execute(db, ['delete from parts where id = 1'])).rejects.toThrow(/foreign key/i)
  await expect(execute(db, ['insert into orders values (77)'])).rejects.toThrow(/foreign key/i)
})

test('fills a new column in existing rows', async () => {
  const replace = { 'shelf integer': 'shelf integer, label text not null' }
  await migrate(db, 'sqlite', rebuilding({ table: 'parts', replace, added: { label: "kind || '-' || code" } }))
  expect(await rows('select id, label from parts')).toEqual([
    { id: 1, label: 'a-007' },
    { id: 4, label: 'b-x' },
  ])
})

test.each([
  ['would change a value', { table: 'parts', replace: { 'code text': 'code integer' } }, /lose or change rows/],
  ['would lose a row', { table: 'parts', replace: { 'shelf integer': 'shelf integer not null' } }, /NOT NULL/],
  ['replaces a text that is missing', { table: 'parts', replace: { 'no such text': '' } }, /no such text/],
  ['names a missing table', { table: 'nothing', replace: {} }, /no table nothing/],
])('refuses a rebuild that %s, and changes nothing', async (_, rebuild, error) => {
  await migrate(db, 'sqlite', { first })
  const before = await rows('select * from sqlite_schema')
  await expect(migrate(db, 'sqlite', rebuilding(rebuild))).rejects.toThrow(error)
  expect(await rows('select * from sqlite_schema')).toEqual(before)
  expect(await rows('select code from parts')).toEqual([{ code: '007' }, { code: 'x' }])
  await expect(execute(db, ['insert into orders values (77)'])).rejects.toThrow(/foreign key/i)
})

test('rolls back all migrations if a row refers to a missing row', async () => {
  await migrate(db, 'sqlite', { first })
  const orphaning = rebuilding(wider, 'insert into orders values (77)')
  await expect(migrate(db, 'sqlite', orphaning)).rejects.toThrow(/refer to rows that don’t exist.*orders/)
  expect(await rows('select part_id from orders')).toEqual([{ part_id: 1 }, { part_id: 4 }])
})
