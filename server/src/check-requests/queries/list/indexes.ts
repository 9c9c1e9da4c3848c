import { type RawBuilder, sql } from 'kysely'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'

/** Names the index to use, if the order has one; without statistics, SQLite would guess. */
export function along(db: Db, index: string | null): RawBuilder<unknown> {
  return index === null || speaksPostgres(db) ? sql`` : sql`indexed by ${sql.ref(index)}`
}
