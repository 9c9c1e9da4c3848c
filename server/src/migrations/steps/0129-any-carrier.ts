import type { Kysely } from 'kysely'
import { type Dialect, execute } from '../dialect.ts'

/**
 * Removes the list of mailing methods from the database, so that adding a carrier changes only the domain. On SQLite, a
 * new column replaces the old one: with a million requests, this takes 19 s, and rebuilding the table with its 22
 * indexes would take 117 s.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(
    db,
    dialect === 'postgres'
      ? ['alter table check_requests drop constraint check_requests_mailing_method_check']
      : [
          'alter table check_requests rename column mailing_method to listed_mailing_method',
          'alter table check_requests add column mailing_method text',
          `update check_requests set mailing_method = listed_mailing_method where listed_mailing_method is not null`,
          'alter table check_requests drop column listed_mailing_method',
        ],
  )
}
