import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { sql } from 'kysely'
import type { Db } from '../../../tables.ts'

// As the index of what waits says it.
const isOpen = sql<boolean>`status_id not in (${sql.lit(statusNamed('closed').id)}, ${sql.lit(statusNamed('rejected').id)})`

/** How many sessions have not expired at a moment. */
export async function countSessions(db: Db, now: string): Promise<number> {
  const live = db.selectFrom('sessions').where('expires_at', '>', now)
  const { amount } = await live.select(({ fn }) => fn.countAll().as('amount')).executeTakeFirstOrThrow()
  return Number(amount)
}

/** Since when the request has waited that has waited longest for anybody; null when none waits. */
export async function findOldestWaiting(db: Db): Promise<string | null> {
  const { since } = await db
    .selectFrom('check_requests')
    .select(({ fn }) => fn.min('status_changed_at').as('since'))
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return since
}
