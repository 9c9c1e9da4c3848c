import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The checks of an account that are dated in a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['create index checks_dated on checks (dealer_group_id, bank_account_id, check_date, number)'])
}
