import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/** Work in the background: when each job is due, and which instance holds it. It belongs to the installation. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table jobs (
      name text not null primary key,
      due_at text not null,
      leased_by text,
      leased_until text,
      started_at text,
      ended_at text,
      took_ms ${int},
      failures ${int} not null default 0,
      error text,
      check ((leased_by is null) = (leased_until is null))
    ) ${byKey}`,
  ])
}
