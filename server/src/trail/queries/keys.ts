import { sql } from 'kysely'
import { speaksPostgres } from '../../platform/database/sql-helpers.ts'
import type { Db, Tx } from '../../tables.ts'
import type { AuditKeyTable } from '../tables.ts'

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
