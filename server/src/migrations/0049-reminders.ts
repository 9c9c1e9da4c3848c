import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** After how many business days the approvers of a dealer group are reminded of what waits; 0 for never. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table dealer_groups add column reminder_days integer not null default 2 check (reminder_days between 0 and 30)',
  ])
}
