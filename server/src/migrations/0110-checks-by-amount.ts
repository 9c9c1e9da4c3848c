import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/**
 * The register adds up amounts state by state, so that nothing has to be sorted. And whether a request has a check in a
 * state is read from an index of requests alone: without the state in it, SQLite preferred the index of amounts, which
 * has both columns, and read it whole for each request of a list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'drop index checks_amount',
    `create index checks_amount on checks (dealer_group_id, bank_account_id, state, amount_cents, kind,
      check_request_id, dealership_id, department_id)`,
    'drop index checks_of_request',
    'create index checks_of_request on checks (dealer_group_id, check_request_id, id, state)',
  ])
}
