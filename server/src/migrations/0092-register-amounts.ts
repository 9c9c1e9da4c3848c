import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/** The register looks checks up by amount, and adds them up from this index alone. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, [
    `create index checks_amount on checks (dealer_group_id, bank_account_id, amount_cents, state, kind,
      check_request_id, dealership_id, department_id)`,
  ])
}
