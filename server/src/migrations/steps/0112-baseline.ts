import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { type Dialect, execute } from '../dialect.ts'

const files = {
  sqlite: new URL('./baseline/sqlite.sql', import.meta.url),
  postgres: new URL('./baseline/postgres.sql', import.meta.url),
}

/**
 * The last migration in release 1.0.0. This baseline replaces that release's 87 migrations in one step
 * (docs/decisions/0163-one-baseline.md).
 */
export const insteadOf = '0111-default-bank-accounts'

/** Creates the schema of release 1.0.0 and fills its lookup tables. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const statements = readFileSync(files[dialect], 'utf8').split(/;\n(?:\n|$)/)
  await execute(db, statements.slice(0, -1))
}
