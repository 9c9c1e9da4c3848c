import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Unfinished forms, each its author's own (E2). */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table drafts (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      role_id ${int} not null references roles (id),
      form text not null,
      content text not null,
      version ${int} not null default 1,
      created_at text not null,
      updated_at text not null,
      unique (dealer_group_id, id)
    ) ${strict}`,
    'create index drafts_owner on drafts (user_id, role_id, updated_at)',
    'create index drafts_age on drafts (updated_at)',
    ...isolateTable(dialect, 'drafts', 'select, insert, update, delete'),
  ])
}
