import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The form of the date on an account's checks; null for the only one so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `alter table bank_accounts add column date_form text check (date_form in ('short', 'numbers', 'long'))`,
  ])
}
