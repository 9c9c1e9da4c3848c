import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The numbers of an account's samples for the MICR test, which its checks never use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table bank_accounts add column sample_numbers text'])
}
