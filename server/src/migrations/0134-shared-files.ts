import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** A positive-pay file can report the checks of several accounts: the ids of the others, each between commas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table positive_pay_files add column other_account_ids text',
    `create index positive_pay_files_shared on positive_pay_files (dealer_group_id, id)
      where other_account_ids is not null`,
  ])
}
