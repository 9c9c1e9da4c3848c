import type { Kysely } from 'kysely'
import { execute } from '../dialect.ts'

/** The bank's answer to a positive-pay file, as its server or folder has it; null until one is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    ...['acknowledgment', 'acknowledgment_text', 'acknowledged_at'].map(
      (column) => `alter table positive_pay_files add column ${column} text`,
    ),
    `create index positive_pay_files_unanswered on positive_pay_files (transmission_at)
      where transmission = 'sent' and answer is null`,
  ])
}
