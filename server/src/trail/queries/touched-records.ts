import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/json-sql.ts'
import type { Db, Tx } from '../../tables.ts'
import { vouchedSince, vouchedTables } from './record-shapes.ts'

const tables = () => sql.join([...new Set(vouchedTables().map(({ table }) => table))].map((table) => sql.lit(table)))

/**
 * The columns of all tables that records are made of, and since when, as one text; undefined on SQLite, where it does
 * not matter.
 */
export async function columnsOfRecords(db: Db): Promise<string | undefined> {
  if (!speaksPostgres(db)) return undefined
  const { rows } = await sql<{ columns: string | null }>`select
    string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable), ',' order by table_name, ordinal_position)
      || (select coalesce(string_agg(indexname, ',' order by indexname), '') from pg_indexes
        where schemaname = 'public' and indexname in (${sql.join(vouchedSince().map((name) => sql.lit(name)))})) as columns
    from information_schema.columns where table_schema = 'public' and table_name in (${tables()})`.execute(db)
  return rows[0]?.columns ?? ''
}

/**
 * True when this transaction may have changed what records say: their tables have other columns than `before`, or it
 * has written to one of them. SQLite does not tell.
 */
export async function haveChanged(trx: Tx, before: string | undefined): Promise<boolean> {
  if (before === undefined || before !== (await columnsOfRecords(trx))) return true
  const { rows } = await sql<{ isTouched: boolean }>`select current_setting('track_counts') = 'off' or exists (
    select from pg_stat_xact_user_tables where schemaname = 'public' and relname in (${tables()})
      and n_tup_ins + n_tup_upd + n_tup_del > 0) as "isTouched"`.execute(trx)
  return rows[0]?.isTouched ?? true
}
