import type { Kysely } from 'kysely'
import { execute } from './dialect.ts'

/** Why requests are paid although others look the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table check_requests add column paid_though_alike text',
    `insert into history_actions (name) values ('explained')`,
  ])
}
