import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** An admin can route a request by the policy that is in force now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [`insert into history_actions (name) values ('routed')`])
}
