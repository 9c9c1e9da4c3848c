import type { Kysely } from 'kysely'
import { execute } from '../dialect.ts'

/**
 * What an account's paper says: the numbers of samples for the MICR test, which checks never use, the form of dates
 * (null for the only one so far), and the logo.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table bank_accounts add column sample_numbers text',
    `alter table bank_accounts add column date_form text check (date_form in ('short', 'numbers', 'long'))`,
    'alter table bank_accounts add column logo text',
  ])
}
