import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

const money = 'amount_cents'

/**
 * Indexes that the filters of a list are counted and read along, within a dealer group. They end with the amount, so
 * that the sum of a list is counted without its rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create index check_requests_group_purpose on check_requests (dealer_group_id, purpose_id, id, ${money})`,
    `create index check_requests_group_priority on check_requests (dealer_group_id, priority_rank, id, ${money})`,
    `create index check_requests_group_amount on check_requests (dealer_group_id, ${money}, id)`,
    `create index check_requests_group_due on check_requests (dealer_group_id, due_date, id, ${money})`,
    `create index check_requests_group_raised on check_requests (dealer_group_id, created_at, id, ${money})`,
    'drop index check_requests_cleared',
    `create index check_requests_cleared on check_requests
      (cleared_at, dealer_group_id, dealership_id, department_id, requester_id, ${money}) where cleared_at is not null`,
  ])
}
