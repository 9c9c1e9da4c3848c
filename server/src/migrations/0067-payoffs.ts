import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Until when a payoff is good, what each day after it costs, and up to which amount it was approved. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    'alter table check_requests add column good_through text',
    `alter table check_requests add column per_diem_cents ${int}`,
    `alter table check_requests add column approved_cents ${int}`,
  ])
}
