import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Which rows a positive-pay file has: a bank can ask for issues and voids in separate files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table positive_pay_files add column kind text'])
}
