import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Whether two payees of a check are joined by OR; null for AND, as in requests of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `alter table check_requests add column payee_join text check (payee_join is null or payee_join in ('and', 'or'))`,
  ])
}
