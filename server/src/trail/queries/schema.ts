import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../tables.ts'
import type { AuditKeyTable } from '../tables.ts'

/** A part of the database other than records, such as a trigger or a lookup table, by name and content. */
interface SchemaPart {
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

/** Lists the keys that this database knows, oldest first. Returns undefined if its version has no keys yet. */
export async function listKeys(db: Db): Promise<AuditKeyTable[] | undefined> {
  const list = speaksPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = 'public' and tablename = 'audit_keys'`
    : sql`select 1 from sqlite_schema where name = 'audit_keys'`
  if ((await list.execute(db)).rows.length === 0) return undefined
  return db.selectFrom('audit_keys').selectAll().orderBy('since').execute()
}

/** Lists when each key sealed its first entry, in the order of these entries. */
export async function listFirstSeals(db: Db): Promise<{ id: string | null; since: string }[]> {
  const first = db
    .selectFrom('audit_entries')
    .select(({ fn }) => ['key_id as id', fn.min('at').as('since')])
    .where('chain', '=', 0)
    .where('action', 'in', ['trail.baseline', 'trail.rotate-key'])
  return first
    .groupBy('key_id')
    .orderBy(({ fn }) => fn.min('seq'))
    .execute()
}

/** Adds a key, and ends the one before it. */
export async function insertKey(trx: Tx, key: { id: string; since: string }): Promise<void> {
  await trx.updateTable('audit_keys').set({ until: key.since }).where('until', 'is', null).execute()
  await trx
    .insertInto('audit_keys')
    .values({ ...key, until: null })
    .execute()
}

/** On PostgreSQL, lets only one process at a time begin with a key. SQLite has one writer anyway. */
export async function lockKeys(trx: Tx): Promise<void> {
  if (!speaksPostgres(trx)) return
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`lock table audit_keys in exclusive mode`.execute(trx)
}
