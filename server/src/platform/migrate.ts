import { type Kysely, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'

type Dialect = 'sqlite' | 'postgres'

interface DialectMigration {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>
}

/**
 * Brings a database to the newest schema: all migrations in order, under a lock and in one transaction.
 * Throws what the failing migration threw; a database from a newer version of the product is refused.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: Record<string, DialectMigration>,
): Promise<void> {
  const last = Object.keys(migrations).at(-1)
  const steps = Object.entries(migrations).map(([name, migration]) => {
    const up = async (schema: Kysely<unknown>) => {
      // A migration may read every row; the time limit is meant for user queries.
      if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(schema)
      await migration.up(schema, dialect)
      if (dialect === 'sqlite' && name === last) await demandForeignKeys(schema)
    }
    return [name, { up }]
  })
  const provider: MigrationProvider = { getMigrations: async () => Object.fromEntries(steps) }
  const run = () => new Migrator({ db, provider }).migrateToLatest()
  const { error } = await (dialect === 'sqlite' ? withTablesToRebuild(db, run) : run())
  if (error) throw error
}

// SQLite cannot drop a table that others reference while foreign keys are on, and they can be switched only outside a
// transaction. The legacy way of renaming leaves the references of other tables and triggers as they are.
async function withTablesToRebuild<Tables, Result>(db: Kysely<Tables>, work: () => Promise<Result>): Promise<Result> {
  await sql`pragma foreign_keys = off`.execute(db)
  await sql`pragma legacy_alter_table = on`.execute(db)
  try {
    return await work()
  } finally {
    await sql`pragma legacy_alter_table = off`.execute(db)
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

async function demandForeignKeys(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  if (rows.length > 0) throw new Error(`Rows refer to rows that do not exist: ${JSON.stringify(rows.slice(0, 10))}`)
}
