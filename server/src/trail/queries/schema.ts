import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db } from '../../tables.ts'

/** A part of the database other than records, such as a trigger or a lookup table, by name and content. */
export interface SchemaPart {
  readonly name: string
  readonly content: string
}

/** Small tables that only migrations write. The trail covers each as a whole. */
export const lookupTables: Readonly<Record<string, string>> = {
  statuses: 'id, name',
  roles: 'id, name',
  history_actions: 'name',
  status_transitions: 'from_id, to_id',
}

/** Reads tables, indexes, triggers, and the like, and the rows in the lookup tables. */
export async function readSchema(db: Db): Promise<SchemaPart[]> {
  const { rows } = await (speaksPostgres(db) ? onPostgres : onSqlite).execute(db)
  const parts = [...rows]
  for (const [table, columns] of Object.entries(lookupTables)) parts.push(await rowsOf(db, table, columns))
  return parts
}

const onSqlite = sql<SchemaPart>`select type || ' ' || name as name, sql as content from sqlite_schema
  where sql is not null and name not glob 'sqlite_*' order by 1`

const own = sql`(select oid from pg_namespace where nspname = 'public')`
const fromExtension = (catalogue: string, oid: string) =>
  sql.raw(
    `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`,
  )

const onPostgres = sql<SchemaPart>`select 'table ' || c.relname as name, jsonb_build_array(c.relkind, c.relrowsecurity,
    c.relforcerowsecurity, c.relacl::text, (select jsonb_agg(jsonb_build_array(a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))::text as content
  from pg_class c where c.relnamespace = ${own} and c.relkind in ('r', 'p')
  union all select 'view ' || c.relname, pg_get_viewdef(c.oid) from pg_class c
    where c.relnamespace = ${own} and c.relkind in ('v', 'm')
  union all select 'index ' || c.relname, pg_get_indexdef(c.oid) from pg_class c
    where c.relnamespace = ${own} and c.relkind = 'i'
  union all select 'trigger ' || t.tgname || ' on ' || c.relname, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = ${own} and not t.tgisinternal
  union all select 'constraint ' || t.conname || ' on ' || c.relname, pg_get_constraintdef(t.oid)
    from pg_constraint t join pg_class c on c.oid = t.conrelid where c.relnamespace = ${own}
  union all select 'policy ' || t.polname || ' on ' || c.relname, jsonb_build_array(t.polcmd, t.polpermissive,
      t.polroles::regrole[]::text, pg_get_expr(t.polqual, t.polrelid), pg_get_expr(t.polwithcheck, t.polrelid))::text
    from pg_policy t join pg_class c on c.oid = t.polrelid where c.relnamespace = ${own}
  union all select 'function ' || f.oid::regprocedure, pg_get_functiondef(f.oid) from pg_proc f
    where f.pronamespace = ${own} and f.prokind = 'f' and not ${fromExtension('pg_proc', 'f.oid')}
  order by 1`

async function rowsOf(db: Db, table: string, columns: string): Promise<SchemaPart> {
  const query = sql<object>`select ${sql.raw(columns)} from ${sql.table(table)} order by ${sql.raw(columns)}`
  return { name: `rows of ${table}`, content: JSON.stringify((await query.execute(db)).rows) }
}

/** The pairs in the transition table, as `from to`. */
export async function readTransitions(db: Db): Promise<string[]> {
  const query = sql<{ from_id: number; to_id: number }>`select from_id, to_id from status_transitions`
  return (await query.execute(db)).rows.map(({ from_id, to_id }) => `${from_id} ${to_id}`)
}
