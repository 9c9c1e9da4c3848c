import { Kysely, sql } from 'kysely'
import { openPostgres } from '../open.ts'
import type { Keyring } from '../platform/crypto/keyring.ts'
import { databaseFile } from '../platform/database/sqlite/backup.ts'
import { openSqlite } from '../platform/database/sqlite/connection.ts'
import { sqliteDialect } from '../platform/database/sqlite/dialect.ts'
import type { Db, Tables } from '../tables.ts'
import { hashLink } from '../trail/commands/append.ts'
import type { DatabaseKind, TestPlace } from './databases.ts'

/** Changes data as the database owner could: without the product, and with the trail's triggers removed. */
export async function behindTheBack(
  kind: DatabaseKind,
  place: TestPlace,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const db =
    kind.name === 'SQLite'
      ? new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(databaseFile(place.where))) })
      : openPostgres(place.where, () => {}).read
  const putBack = await withoutTrailTriggers(db, kind)
  await work(db)
  for (const statement of putBack) await sql.raw(statement).execute(db)
  await db.destroy()
}

/** Removes the trail's triggers. Returns the statements that restore them. */
async function withoutTrailTriggers(db: Db, kind: DatabaseKind): Promise<string[]> {
  if (kind.name === 'PostgreSQL') {
    await sql`alter table audit_entries disable trigger user`.execute(db)
    return ['alter table audit_entries enable trigger user']
  }
  const triggers = sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'trigger' and tbl_name = 'audit_entries'`
  const { rows } = await triggers.execute(db)
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(db)
  return rows.map((row) => row.sql)
}

/**
 * Replaces a word in one entry and recomputes the whole chain so that every hash and code matches, which requires the
 * key.
 */
export async function rewriteChain(
  db: Db,
  keyring: Keyring,
  { chain, at, word, instead }: { chain: number; at: number; word: string; instead: string },
): Promise<void> {
  const links = await db.selectFrom('audit_entries').selectAll().where('chain', '=', chain).orderBy('seq').execute()
  let previous_hash = ''
  for (const { hash: _, ...link } of links) {
    const payload = link.seq === at ? link.payload.replace(word, instead) : link.payload
    const hash = hashLink({ ...link, payload, previous_hash })
    const entry = db.updateTable('audit_entries').set({ payload, previous_hash, hash, mac: keyring.codeOf(hash) })
    await entry.where('chain', '=', chain).where('seq', '=', link.seq).execute()
    previous_hash = hash
  }
  await db.updateTable('audit_heads').set({ hash: previous_hash }).where('chain', '=', chain).execute()
}

/** Removes all entries after the given one, and makes that entry the head of its chain. 0 removes the whole chain. */
export async function cutChain(db: Db, chain: number, after: number): Promise<void> {
  await db.deleteFrom('audit_entries').where('chain', '=', chain).where('seq', '>', after).execute()
  const last = db.selectFrom('audit_entries').selectAll().where('chain', '=', chain).orderBy('seq', 'desc')
  const head = await last.limit(1).executeTakeFirst()
  if (!head) return void (await db.deleteFrom('audit_heads').where('chain', '=', chain).execute())
  const { seq, hash } = head
  await db.updateTable('audit_heads').set({ seq, hash }).where('chain', '=', chain).execute()
}
