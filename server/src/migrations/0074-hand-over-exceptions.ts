import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Who asks to hand a check over although a rule forbids it, and who allows it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table checks add column exception_asked text'])
}
