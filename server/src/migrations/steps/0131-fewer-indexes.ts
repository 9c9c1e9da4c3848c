import type { Kysely } from 'kysely'
import { type Dialect, execute } from '../dialect.ts'

/**
 * Requests keep only the indexes that `server/src/check-requests/indexes.test.ts` names, because each of them costs
 * every new request and every change of status. Lists of all dealer groups merge the indexes of the groups.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const dropped = ['amount', 'due', 'priority', 'waiting', 'cleared', 'exempt_number', 'check_number']
  const int = dialect === 'postgres' ? '::bigint' : ''
  await execute(db, [
    ...(dialect === 'sqlite' ? [...dropped, 'status'] : dropped).map((name) => `drop index check_requests_${name}`),
    // In time order: open requests by their status, then closed ones by their completion.
    `create index check_requests_group_changed on check_requests (dealer_group_id, cleared_at,
      (case when status_id not in (7, 8) then status_changed_at end),
      id, dealership_id, department_id, requester_id, amount_cents)`,
    // Unique for numbers written by hand. Numbers of bank accounts and old duplicates are in it only to be found.
    `create unique index check_requests_check_number on check_requests (dealer_group_id, check_number_exempt,
      coalesce(dealership_id, 0${int}), ltrim(check_number, '0'),
      (case when check_number_exempt = 1 or bank_account_id is not null then id else 0${int} end))
      where check_number is not null`,
    // PostgreSQL knows nothing about a computed column until then.
    ...(dialect === 'postgres' ? ['analyze check_requests'] : []),
  ])
}
