import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The check numbers of a dealer group in the order in which they were given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    `create index status_history_check_numbers on status_history (dealer_group_id, id)
      where check_number is not null`,
  ])
}
