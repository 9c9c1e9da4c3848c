import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Which program opened a session, and from which network; unknown of those opened before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table sessions add column agent text', 'alter table sessions add column network text'])
}
