import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** What book and bank come to on any day is summed from indexes alone, however many checks an account has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create index checks_paid on checks (dealer_group_id, bank_account_id, bank_paid_on, issued_on, amount_cents)
      where bank_paid_on is not null`,
    `create index checks_ended on checks (dealer_group_id, bank_account_id, ended_on, issued_on)
      where ended_on is not null`,
    `create index clearing_lines_paid on clearing_lines
      (dealer_group_id, bank_account_id, paid_on, check_id, amount_cents)`,
    `create index clearing_files_written on clearing_files (dealer_group_id, bank_account_id, written_at)
      where written_at is not null`,
  ])
}
