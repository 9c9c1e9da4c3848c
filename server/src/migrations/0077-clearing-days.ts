import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** The day of the register on which a check cleared, where that of the bank lies in a month that was closed by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table checks add column cleared_on text'])
}
