import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Who lets a check be picked up that was to be mailed, and the slip that shows who has signed for a check. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table check_requests add column diverted_by_id ${int} references users (id)`,
    `alter table hand_overs add column attachment_id ${int}`,
    `insert into history_actions (name) values ('diverted')`,
  ])
}
