import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

/** The number of the invoice that a request pays, and what it is compared by: with the payee, since numbers repeat. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await execute(db, [
    'alter table check_requests add column invoice_number text',
    'alter table match_keys add column invoice text',
    `create index match_keys_invoice on match_keys (dealer_group_id, invoice, created_at, id)
      where invoice is not null`,
  ])
}
