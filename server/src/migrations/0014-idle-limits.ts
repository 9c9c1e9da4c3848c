import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** After how many hours without a person a session of the dealer group's people ends (E3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table dealer_groups add column idle_hours integer not null default 72 check (idle_hours between 1 and 168)',
  ])
}
