import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The logo on an account's checks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table bank_accounts add column logo text'])
}
