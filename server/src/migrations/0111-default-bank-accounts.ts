import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Which of the accounts that a dealership draws on is its default: one at most. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table account_dealerships add column is_default ${int} not null default 0 check (is_default in (0, 1))`,
    `create unique index account_dealerships_default on account_dealerships (dealer_group_id, dealership_id)
      where is_default = 1`,
  ])
}
