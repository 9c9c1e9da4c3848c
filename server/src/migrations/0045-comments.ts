import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * Comments on requests. When a request is deleted its comments go in the same transaction, after it, so the foreign key
 * is checked at the commit.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table comments (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      check_request_id ${int} not null,
      text text not null,
      mentions text not null,
      created_at text not null,
      created_by_id ${int} not null,
      created_by_name text not null,
      edited_at text,
      deleted_at text,
      foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
        deferrable initially deferred
    ) ${strict}`,
    'create index comments_request on comments (check_request_id)',
    'create unique index comments_group on comments (dealer_group_id, id)',
    ...isolateTable(dialect, 'comments', 'select, insert, update, delete'),
  ])
}
