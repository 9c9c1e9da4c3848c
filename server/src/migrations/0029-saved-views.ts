import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Each person's columns of a list, and views of lists that are saved under a name. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table list_layouts (
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      list text not null,
      layout text not null,
      primary key (user_id, list)
    ) ${byKey}`,
    `create table saved_views (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      list text not null,
      name text not null,
      query text not null,
      layout text,
      shared ${int} not null check (shared in (0, 1)),
      created_at text not null
    ) ${strict}`,
    'create index saved_views_owner on saved_views (user_id)',
    'create index saved_views_shared on saved_views (dealer_group_id) where shared = 1',
    ...isolateTable(dialect, 'list_layouts', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'saved_views', 'select, insert, update, delete'),
  ])
}
