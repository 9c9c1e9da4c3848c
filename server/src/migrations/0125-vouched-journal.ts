import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/**
 * An index for finding the events of a check the same way as its issue. With it, the audit trail also covers journal
 * events.
 */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, ['create index journal_events_check on journal_events (check_request_id, check_number)'])
}
