import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * What people are told, once each, and how they want to be told. What waits for approvers and processors is not stored:
 * the status of a request says it, so only who has seen it is.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table notices (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      event_key text not null,
      event text not null,
      check_request_id ${int},
      account_id ${int} references users (id),
      actor_id ${int},
      actor_name text,
      text text,
      created_at text not null,
      read_at text,
      unique (user_id, event_key, dealer_group_id),
      foreign key (dealer_group_id, check_request_id)
        references check_requests (dealer_group_id, id) on delete cascade
    ) ${strict}`,
    'create index notices_unread on notices (user_id, created_at, id) where read_at is null',
    'create index notices_request on notices (check_request_id) where check_request_id is not null',
    `create table waiting_reads (
      dealer_group_id ${int} not null,
      check_request_id ${int} not null,
      user_id ${int} not null references users (id),
      read_at text not null,
      primary key (check_request_id, user_id, dealer_group_id),
      foreign key (dealer_group_id, check_request_id)
        references check_requests (dealer_group_id, id) on delete cascade
    ) ${byKey}`,
    `create table inbox_marks (
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      role_id ${int} not null references roles (id),
      all_read_at text not null,
      primary key (user_id, role_id)
    ) ${byKey}`,
    'create unique index inbox_marks_group on inbox_marks (dealer_group_id, user_id, role_id)',
    `create table notice_choices (
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      topic text not null,
      delivery text not null check (delivery in ('at_once', 'digest', 'inbox', 'off')),
      primary key (user_id, topic)
    ) ${byKey}`,
    'create unique index notice_choices_group on notice_choices (dealer_group_id, user_id, topic)',
    ...['notices', 'waiting_reads', 'inbox_marks', 'notice_choices'].flatMap((table) =>
      isolateTable(dialect, table, 'select, insert, update, delete'),
    ),
  ])
}
