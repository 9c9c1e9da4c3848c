import { Kysely, sql } from 'kysely'
import { hashLink } from '../audit/commands/append.ts'
import { openPostgres } from '../open.ts'
import { databaseFile } from '../platform/sqlite-backup.ts'
import { openSqlite, sqliteDialect } from '../platform/sqlite-dialect.ts'
import type { Db, Tables } from '../tables.ts'
import type { DatabaseKind, TestPlace } from './databases.ts'

/**
 * Does to the data what somebody can who owns the database: nothing of the product is asked, and the trail's triggers
 * are gone.
 */
export async function behindTheBack(
  kind: DatabaseKind,
  place: TestPlace,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const db =
    kind.name === 'SQLite'
      ? new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(databaseFile(place.where))) })
      : openPostgres(place.where, () => {}).read
  const removals =
    kind.name === 'SQLite'
      ? ['drop trigger if exists audit_no_update', 'drop trigger if exists audit_no_delete']
      : ['alter table audit_entries disable trigger user']
  for (const removal of removals) await sql.raw(removal).execute(db)
  await work(db)
  await db.destroy()
}

/** Puts a word in the place of another in one entry, and recomputes the whole chain so that every hash fits again. */
export async function rewriteChain(db: Db, chain: number, at: number, word: string, instead: string): Promise<void> {
  const links = await db.selectFrom('audit_entries').selectAll().where('chain', '=', chain).orderBy('seq').execute()
  let previous_hash = ''
  for (const { hash: _, ...link } of links) {
    const payload = link.seq === at ? link.payload.replace(word, instead) : link.payload
    const hash = hashLink({ ...link, payload, previous_hash })
    const entry = db.updateTable('audit_entries').set({ payload, previous_hash, hash })
    await entry.where('chain', '=', chain).where('seq', '=', link.seq).execute()
    previous_hash = hash
  }
  await db.updateTable('audit_heads').set({ hash: previous_hash }).where('chain', '=', chain).execute()
}

/** Removes what comes after this entry, and makes it the head of its chain; 0 leaves nothing of the chain. */
export async function cutChain(db: Db, chain: number, after: number): Promise<void> {
  await db.deleteFrom('audit_entries').where('chain', '=', chain).where('seq', '>', after).execute()
  const last = db.selectFrom('audit_entries').selectAll().where('chain', '=', chain).orderBy('seq', 'desc')
  const head = await last.limit(1).executeTakeFirst()
  if (!head) return void (await db.deleteFrom('audit_heads').where('chain', '=', chain).execute())
  const { seq, hash } = head
  await db.updateTable('audit_heads').set({ seq, hash }).where('chain', '=', chain).execute()
}
