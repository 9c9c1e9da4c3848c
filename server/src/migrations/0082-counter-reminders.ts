import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** After how many days processors are reminded of checks that nobody picks up, and told to mail them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table bank_accounts add column pick_up_reminder_days ${int} default 5`,
    `alter table bank_accounts add column mail_task_days ${int} default 15`,
  ])
}
