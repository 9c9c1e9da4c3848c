import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'

/**
 * Positive-pay files of one kind of rows, for several accounts (`other_account_ids`: the ids of the others, each between
 * commas), and sent to the bank's SFTP server.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    'alter table bank_accounts add column sealed_destination text',
    ...['kind', 'other_account_ids', 'transmission', 'transmission_problem', 'transmission_at'].map(
      (column) => `alter table positive_pay_files add column ${column} text`,
    ),
    `alter table positive_pay_files add column transmission_tries ${int}`,
    `create index positive_pay_files_shared on positive_pay_files (dealer_group_id, id)
      where other_account_ids is not null`,
    `create index positive_pay_files_to_send on positive_pay_files (transmission_at)
      where transmission in ('waiting', 'sending')`,
  ])
}
