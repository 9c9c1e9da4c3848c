import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * Documents of requests and drafts; the files themselves are outside the database. Those of a request stay when it is
 * deleted, and those of a draft until the next sweep, so neither is a foreign key.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table attachments (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      check_request_id ${int},
      draft_id ${int},
      name text not null,
      type text not null,
      size ${int} not null check (size > 0),
      sha256 text not null,
      stored_as text not null,
      kind text,
      created_at text not null,
      created_by_id ${int} not null,
      created_by_name text not null,
      removed_at text,
      removed_by_id ${int},
      removed_by_name text,
      check ((check_request_id is null) <> (draft_id is null)),
      check ((removed_at is null) = (removed_by_id is null))
    ) ${strict}`,
    'create index attachments_request on attachments (check_request_id) where check_request_id is not null',
    'create index attachments_draft on attachments (draft_id) where draft_id is not null',
    'create index attachments_content on attachments (dealer_group_id, sha256)',
    'create unique index attachments_group on attachments (dealer_group_id, id)',
    'create unique index attachments_file on attachments (dealer_group_id, stored_as)',
    `insert into history_actions (name) values ('attached'), ('detached')`,
    ...isolateTable(dialect, 'attachments', 'select, insert, update, delete'),
  ])
}
