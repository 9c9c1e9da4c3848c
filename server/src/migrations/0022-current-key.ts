import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'
import { shareTable } from './tenant-isolation.ts'

/** Whoever adds an entry to the trail sees which key is the current one. */
export function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  return execute(db, shareTable(dialect, 'audit_keys'))
}
