import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** How far single fields of a check are printed from where the layout has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [`alter table bank_accounts add column field_offsets text not null default '{}'`])
}
