import type { Kysely } from 'kysely'
import { type Dialect, execute } from '../dialect.ts'

/**
 * Adds an index for finding a check's journal events by its request and number. With the index, the audit trail also
 * covers journal events.
 */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, ['create index journal_events_check on journal_events (check_request_id, check_number)'])
}
