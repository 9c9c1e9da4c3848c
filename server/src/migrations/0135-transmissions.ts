import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Positive-pay files are sent to the bank's SFTP server. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    'alter table bank_accounts add column sealed_destination text',
    'alter table positive_pay_files add column transmission text',
    `alter table positive_pay_files add column transmission_tries ${int}`,
    'alter table positive_pay_files add column transmission_problem text',
    'alter table positive_pay_files add column transmission_at text',
    `create index positive_pay_files_to_send on positive_pay_files (transmission_at)
      where transmission in ('waiting', 'sending')`,
  ])
}
