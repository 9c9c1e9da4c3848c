import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from '../dialect.ts'
import { isolateTable } from '../tenant-isolation.ts'

/**
 * Links in approvers' emails, of which only the hash is stored, and the largest amount for which a link is enough. A
 * link's request can be deleted, so it has no foreign key. Also the id of users in a directory, and whether a program
 * manages users: null if it doesn't, 0 if new users and roles wait for a second person, and 1 if they don't.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table decision_links (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      user_id ${int} not null references users (id),
      check_request_id ${int} not null,
      request_version ${int} not null,
      link_hash text not null,
      expires_at text not null,
      used_at text,
      unique (dealer_group_id, id)
    ) ${strict}`,
    'create index decision_links_hash on decision_links (link_hash)',
    'create index decision_links_expired on decision_links (expires_at)',
    ...isolateTable(dialect, 'decision_links', 'select, insert, update, delete'),
    `alter table dealer_groups add column mail_decisions_cents ${int}`,
    'alter table users add column external_id text',
    `alter table access_tokens add column manages_people ${int} check (manages_people in (0, 1))`,
  ])
}
