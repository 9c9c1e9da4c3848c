import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Of which titles that nobody holds the admins of a dealer group have been told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [`alter table approval_checks add column unheld text not null default '[]'`])
}
