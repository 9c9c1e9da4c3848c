import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Lists of what has waited longest are read along an index of what is open; closed and rejected requests never wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'create index check_requests_waiting on check_requests (status_changed_at, id) where status_id not in (7, 8)',
  ])
}
