import { type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../tables.ts'

/** A kind of change made directly in the database. */
export interface Tamper {
  readonly name: string
  /**
   * Makes the change. Returns false if there is nothing to change, or else the chain that should detect it, if known.
   */
  readonly work: (trx: Tx) => Promise<false | { readonly chain: number | null }>
  /** The changed tables, whose triggers are disabled during the change. */
  readonly tables: readonly string[]
}

export type Row = Readonly<Record<string, unknown>>

/** A column in the database catalog. */
export interface Column {
  readonly table: string
  readonly name: string
  readonly isNumber: boolean
}

/** All columns in the product's tables, except generated ones. */
export async function columnsOf(db: Db): Promise<Column[]> {
  const list = speaksPostgres(db)
    ? sql<{
        table: string
        name: string
        type: string
      }>`select c.table_name as "table", column_name as name, data_type as type
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' order by 1, ordinal_position`
    : sql<{ table: string; name: string; type: string }>`select m.name as "table", c.name, lower(c.type) as type
        from sqlite_schema m join pragma_table_info(m.name) c
        where m.type = 'table' and m.name not glob '*_fts*' and m.name not glob 'sqlite_*' order by 1, c.cid`
  return (await list.execute(db)).rows.map(({ table, name, type }) => ({ table, name, isNumber: /int/.test(type) }))
}

// Rows with a total of zero have no meaning, so they are left out.
const saysSomething: Readonly<Record<string, string>> = {
  group_counters: 'amount <> 0',
  place_counters: 'amount <> 0',
  requester_counters: 'amount <> 0',
  handled_counters: 'amount <> 0',
  week_totals: 'requested <> 0',
}

/** The row at this position in a table with these columns. Positions range from 0 to 1. */
export async function rowAt(db: Db, columns: readonly Column[], place: number): Promise<Row | undefined> {
  const table = columns[0]?.table ?? ''
  const where = sql.raw(saysSomething[table] ?? 'true')
  const counted = await sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table)} where ${where}`.execute(db)
  const offset = Math.floor(Number(counted.rows[0]?.count ?? 0) * place)
  const names = columns.map(({ name }) => sql.ref(name))
  const rows = sql<Row>`select ${sql.join(names)} from ${sql.table(table)} where ${where} order by 1 desc limit 1 offset ${offset}`
  return (await rows.execute(db)).rows[0]
}

/** The chain of a row's dealer group. */
export function chainOf({ dealer_group_id: chain }: Row): { readonly chain: number | null } {
  return { chain: chain === undefined ? null : Number(chain) }
}

/** The condition that finds this row. */
export function same(row: Row): RawBuilder<unknown> {
  const conditions = Object.entries(row).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  return sql.join(conditions, sql` and `)
}

/** Changes values in a row. */
export async function setRow(trx: Tx, table: string, row: Row, values: Row): Promise<void> {
  const sets = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${same(row)}`.execute(trx)
}
