import { DatabaseSync } from 'node:sqlite'
import { Kysely, type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../platform/database/sql-helpers.ts'
import { sqliteDialect } from '../platform/database/sqlite/dialect.ts'
import type { AppDatabase, Db, Tables, Tx } from '../tables.ts'
import { owners } from './isolated-tables.ts'

/** Copies have ids from here on, in every table. */
export const firstCopy = 10_000_000

/** Views, the trail, totals, and tables with at most a few rows for each group or user. */
const left = /^(visible_|audit_|dealer_groups$|authenticator_apps$|check_blocks$)|_(counters|totals)$/

/** What a copy of a row belongs to, the most telling first, where it must differ from the row. */
const differing = [
  'id',
  'check_request_id',
  'check_id',
  'payee_id',
  'dealership_id',
  'department_id',
  'user_id',
  'entity_id',
]

/** Which row is copied, if not the first. Of many users, few are admins. */
const copied: Readonly<Record<string, string>> = { user_roles: 'case when role_id = 2 then 0 else 1 end' }

/** Columns of unique keys that never differ. */
const same = ['dealer_group_id', 'check_number_exempt']

/** Columns that always differ: each copied check belongs to a copied request. */
const always = ['check_request_id']

interface Column {
  readonly name: string
  readonly isNumber: boolean
}

interface Layout {
  readonly columns: readonly Column[]
  readonly unique: readonly (readonly string[])[]
}

/**
 * Copies a row of a group in every table under tenant isolation until the group has `count` more of each. The copies
 * refer to each other or to the row's own objects. Nothing is recorded in the trail.
 */
export async function multiplyRows(database: AppDatabase, groupId: number, count: number): Promise<void> {
  if (database.dialect === 'postgres') {
    await database.transact((trx) => multiplyAll(trx, groupId, count))
    await sql`analyze`.execute(database.read)
    return
  }
  const file = new DatabaseSync(database.where)
  file.exec('pragma foreign_keys = off; pragma busy_timeout = 5000')
  const apart = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  await apart.transaction().execute((trx) => multiplyAll(trx, groupId, count))
  await apart.destroy()
}

async function multiplyAll(trx: Tx, groupId: number, count: number): Promise<void> {
  const isPostgres = speaksPostgres(trx)
  // This turns off triggers, too.
  if (isPostgres) await sql`set local session_replication_role = replica`.execute(trx)
  for (const table of Object.keys(owners).filter((name) => !left.test(name)))
    await multiply(trx, { table, groupId, count, layout: await layoutOf(trx, table, isPostgres) })
}

interface Multiplied {
  readonly table: string
  readonly groupId: number
  readonly count: number
  readonly layout: Layout
}

async function multiply(trx: Tx, { table, groupId, count, layout }: Multiplied): Promise<void> {
  const { columns, unique } = layout
  const changed = new Set(always.filter((name) => columns.some((column) => column.name === name)))
  for (const index of unique)
    if (!index.some((name) => changed.has(name)))
      changed.add(
        chosen(
          index.filter((name) => columns.some((column) => column.name === name)),
          columns,
        ),
      )
  const values = columns.map((column) =>
    changed.has(column.name) ? copiedValue(column) : sql`t.${sql.ref(column.name)}`,
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${names})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select ${sql.join(values)} from (select * from ${sql.table(table)} where ${sql.raw(owners[table] as string)} = ${sql.lit(groupId)}
      ${sql.raw(copied[table] ? `order by ${copied[table]}` : 'order by 1')} limit 1) as t cross join numbers where true
    on conflict do nothing`.execute(trx)
}

function chosen(index: readonly string[], columns: readonly Column[]): string {
  const known = differing.find((name) => index.includes(name))
  if (known) return known
  const others = index.filter((name) => !same.includes(name))
  const text = others.find((name) => columns.some((column) => column.name === name && !column.isNumber))
  return text ?? others.at(-1) ?? 'id'
}

function copiedValue({ name, isNumber }: Column): RawBuilder<unknown> {
  // Null remains null.
  return isNumber
    ? sql`t.${sql.ref(name)} - t.${sql.ref(name)} + ${sql.lit(firstCopy)} + n`
    : sql`t.${sql.ref(name)} || '-' || n`
}

async function layoutOf(db: Db, table: string, isPostgres: boolean): Promise<Layout> {
  return isPostgres ? postgresLayout(db, table) : sqliteLayout(db, table)
}

async function sqliteLayout(db: Db, table: string): Promise<Layout> {
  const columns = await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table})`.execute(
    db,
  )
  const indexes = await sql<{ name: string; columns: string }>`select l.name, (select json_group_array(i.name) from
      pragma_index_info(l.name) i where i.name is not null) as columns
    from pragma_index_list(${table}) l where l."unique" = 1`.execute(db)
  const key = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`.execute(db)
  return {
    columns: columns.rows.map(({ name, type }) => ({ name, isNumber: /int/i.test(type) })),
    unique: [key.rows.map(({ name }) => name), ...indexes.rows.map((row) => JSON.parse(row.columns))],
  }
}

async function postgresLayout(db: Db, table: string): Promise<Layout> {
  const columns = await sql<{ name: string; type: string }>`select column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`.execute(db)
  const indexes = await sql<{ columns: string[] }>`select array(select a.attname::text from pg_attribute a
      where a.attrelid = i.indrelid and a.attnum = any(i.indkey::smallint[])) as columns
    from pg_index i where i.indrelid = ${table}::regclass and i.indisunique`.execute(db)
  return {
    columns: columns.rows.map(({ name, type }) => ({ name, isNumber: /int/.test(type) })),
    unique: indexes.rows.map((row) => row.columns),
  }
}
