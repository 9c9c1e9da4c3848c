import { type Kysely, sql } from 'kysely'
import { execute } from './dialect.ts'

/** A change to a SQLite table's definition. */
export interface Rebuild {
  readonly table: string
  /** Texts in the definition and their replacements. Each text must occur. */
  readonly replace: Readonly<Record<string, string>>
  /** New columns, each with the SQL expression for its value in existing rows. */
  readonly added?: Readonly<Record<string, string>>
}

/**
 * Changes a table's keys and constraints on SQLite, which can't alter them: creates a new table, copies and compares
 * every row, and replaces the old table, with the same indexes and triggers. References from other tables stay valid,
 * because `migrate` has switched foreign keys off and checks them at the end.
 */
export async function rebuildTable(db: Kysely<unknown>, { table, replace, added = {} }: Rebuild): Promise<void> {
  const parts = await partsOf(db, table)
  const columns = await columnsOf(db, table)
  const lastId = await lastIdOf(db, table)
  const fresh = `${table}_rebuilt`
  await execute(db, [
    `create table ${fresh} ${replaceAll(bodyOf(parts, table), replace)}`,
    `insert into ${fresh} (${[...columns.all, ...Object.keys(added)].join(', ')})
      select ${[...columns.all, ...Object.values(added)].join(', ')} from ${table}`,
  ])
  await requireSameRows(db, table, fresh, columns)
  await execute(db, [
    `drop table ${table}`,
    `alter table ${fresh} rename to ${table}`,
    ...parts.filter(({ type }) => type !== 'table').map((part) => part.sql),
    ...(lastId === undefined ? [] : restoreLastId(table, lastId)),
  ])
}

interface Part {
  readonly type: 'table' | 'index' | 'trigger'
  readonly sql: string
}

/** The definitions of a table, its indexes, and its triggers. Indexes implied by a key have no definition. */
async function partsOf(db: Kysely<unknown>, table: string): Promise<Part[]> {
  const query = sql<Part>`select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null order by rowid`
  return (await query.execute(db)).rows
}

function bodyOf(parts: readonly Part[], table: string): string {
  const definition = parts.find(({ type }) => type === 'table')?.sql
  if (definition === undefined) throw new Error(`There is no table ${table} to rebuild`)
  return definition.slice(definition.indexOf('('))
}

function replaceAll(body: string, replace: Rebuild['replace']): string {
  return Object.entries(replace).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`'${from}' isn’t in the definition: ${text}`)
    return text.replace(from, () => to)
  }, body)
}

interface Columns {
  readonly all: readonly string[]
  readonly key: readonly string[]
}

async function columnsOf(db: Kysely<unknown>, table: string): Promise<Columns> {
  const { rows } = await sql<{ name: string; pk: number }>`select name, pk from pragma_table_info(${table})`.execute(db)
  return { all: rows.map(({ name }) => name), key: rows.filter(({ pk }) => pk > 0).map(({ name }) => name) }
}

async function requireSameRows(db: Kysely<unknown>, table: string, fresh: string, columns: Columns): Promise<void> {
  const on = columns.key.map((name) => `o.${name} = n.${name}`).join(' and ')
  // The unary plus removes the column's type affinity from the comparison. With it, '007' would equal 7.
  const side = (alias: string) => columns.all.map((name) => `+${alias}.${name}`).join(', ')
  const query = sql<{ before: number; after: number; same: number }>`select
    (select count(*) from ${sql.table(table)}) as before,
    (select count(*) from ${sql.table(fresh)}) as after,
    (select count(*) from ${sql.table(table)} o join ${sql.table(fresh)} n on ${sql.raw(on)}
      where (${sql.raw(side('o'))}) is (${sql.raw(side('n'))})) as same`
  const [count] = (await query.execute(db)).rows
  if (count?.before === count?.after && count?.before === count?.same) return
  throw new Error(`Rebuilding ${table} would lose or change rows: ${JSON.stringify(count)}`)
}

// Ids of deleted rows must not be reused.
async function lastIdOf(db: Kysely<unknown>, table: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
  return rows[0]?.seq
}

function restoreLastId(table: string, lastId: number): string[] {
  return [
    `delete from sqlite_sequence where name = '${table}'`,
    `insert into sqlite_sequence (name, seq) values ('${table}', ${lastId})`,
  ]
}
