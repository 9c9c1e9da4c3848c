import type { Kysely } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'

type Dialect = 'sqlite' | 'postgres'

interface DialectMigration {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>
}

/**
 * Brings a database to the newest schema, all migrations in order under a lock, each in a transaction.
 * Throws what the failing migration threw; a database from a newer version of the product is refused.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  migrations: Record<string, DialectMigration>,
): Promise<void> {
  const provider: MigrationProvider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, migration]) => [
          name,
          { up: (schema: Kysely<unknown>) => migration.up(schema, dialect) },
        ]),
      ),
  }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
}
