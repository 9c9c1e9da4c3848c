import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/**
 * Entries of the trail carry the digests of the records they changed and a code made with a key outside the database
 * (decision 40). Earlier entries have neither.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(db, [
    `create table audit_keys (id text primary key, since text not null, until text) ${dialect === 'sqlite' ? 'strict' : ''}`,
    ...['states', 'key_id', 'mac'].map((column) => `alter table audit_entries add column ${column} text`),
  ])
}
