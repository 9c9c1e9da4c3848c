import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The approval titles of an account that are in force until a second person has confirmed others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table account_confirmations add column titles_in_force text'])
}
