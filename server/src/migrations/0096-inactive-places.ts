import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Dealer groups and departments can be deactivated, as dealerships can (E7). */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  const isActive = `is_active ${int} not null default 1 check (is_active in (0, 1))`
  await execute(
    db,
    ['dealer_groups', 'departments'].map((table) => `alter table ${table} add column ${isActive}`),
  )
}
