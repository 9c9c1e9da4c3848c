import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Who audits a dealer group. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table auditors (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      user_id ${int} not null references users (id),
      state text not null check (state in ('proposed', 'active', 'ending', 'ended')),
      asked_by_id ${int} not null references users (id),
      asked_by_name text not null,
      asked_at text not null,
      confirmed_by_id ${int} references users (id),
      confirmed_by_name text,
      confirmed_at text
    ) ${strict}`,
    'create unique index auditors_group on auditors (dealer_group_id, id)',
    `create unique index auditors_user on auditors (dealer_group_id, user_id) where state <> 'ended'`,
    ...isolateTable(dialect, 'auditors', 'select, insert, update'),
  ])
}
