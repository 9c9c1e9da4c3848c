import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** When it was noted that the stop of a check has lapsed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table checks add column stop_lapsed_at text',
    `create index checks_stops on checks (dealer_group_id, stop_lapses_on, id) where state = 'stopped'`,
  ])
}
