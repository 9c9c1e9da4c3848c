import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Who entered a check that no print run made, which waits for a second person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, ['alter table checks add column entered_by text'])
}
