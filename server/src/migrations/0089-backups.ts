import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Attempts of the server to back itself up. They belong to the installation. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table backups (
      id ${id},
      started_at text not null,
      ended_at text not null,
      name text,
      bytes ${int},
      check_requests ${int},
      documents ${int},
      error text,
      check (name is not null or error is not null)
    ) ${strict}`,
  ])
}
