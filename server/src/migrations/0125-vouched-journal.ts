import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/** The events of a check, found by what finds its issue; with it, the trail vouches for the events of the journal. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, ['create index journal_events_check on journal_events (check_request_id, check_number)'])
}
