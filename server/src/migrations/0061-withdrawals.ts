import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** A requester can take a request back (decision 89): it becomes Rejected, and its history says who withdrew it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [`insert into history_actions (name) values ('withdrawn')`])
}
