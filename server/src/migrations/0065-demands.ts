import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/** What a dealer group demands of requests by purpose, and the references that only some requests have. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, [
    `alter table dealer_groups add column purpose_demands text not null default '[]'`,
    ...['stock_number', 'deal_number', 'repair_order', 'cleared_payment'].map(
      (column) => `alter table check_requests add column ${column} text`,
    ),
  ])
}
