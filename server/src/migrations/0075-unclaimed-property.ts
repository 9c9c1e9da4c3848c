import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The table of unclaimed property that a dealer group keeps: JSON; null where nothing was entered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table dealer_groups add column unclaimed_property text'])
}
