import { type Kysely, sql, type Transaction } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'

type Dialect = 'sqlite' | 'postgres'

interface DialectMigration {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>
}

/**
 * Brings a database to the newest schema: all migrations in order, under a lock and in one transaction.
 * `afterwards` runs in the same transaction, if there were any. Throws what the failing migration threw; a database from a newer version of the product is refused.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: Record<string, DialectMigration>,
  afterwards: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  const done = await migrationsDone(db, dialect)
  const last = Object.keys(migrations).findLast((name) => !done.has(name))
  const steps = Object.entries(migrations).map(([name, migration]) => {
    const up = async (schema: Kysely<unknown> & Transaction<Tables>) => {
      // A migration may read every row; the time limit is meant for user queries.
      if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(schema)
      await migration.up(schema, dialect)
      if (dialect === 'sqlite' && name === last) await demandForeignKeys(schema)
      if (name === last) await afterwards(schema)
    }
    return [name, { up }]
  })
  const provider: MigrationProvider = { getMigrations: async () => Object.fromEntries(steps) }
  const run = () => new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
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

/** True when the database has not been through all migrations. */
export async function isOutdated<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: Record<string, DialectMigration>,
): Promise<boolean> {
  const done = await migrationsDone(db, dialect)
  return Object.keys(migrations).some((name) => !done.has(name))
}

/** The names of the migrations that the database has been through. */
async function migrationsDone<Tables>(db: Kysely<Tables>, dialect: Dialect): Promise<Set<string>> {
  const tables = dialect === 'sqlite' ? sql`sqlite_schema` : sql`pg_tables`
  const name = dialect === 'sqlite' ? sql`name` : sql`tablename`
  const { rows } = await sql`select 1 from ${tables} where ${name} = 'kysely_migration'`.execute(db)
  if (rows.length === 0) return new Set()
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(done.rows.map((row) => row.name))
}
