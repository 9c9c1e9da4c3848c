import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * What is to be told by mail, and what became of it. Without a person, a row stands for everybody for whom a request
 * waits, until a row for each has taken its place. A dealer group can keep amounts and payees out of its mails.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    'alter table dealer_groups add column discreet_mails integer not null default 0 check (discreet_mails in (0, 1))',
    `create table mails (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} references users (id),
      event_key text not null,
      event text not null,
      check_request_id ${int},
      account_id ${int} references users (id),
      actor_id ${int},
      actor_name text,
      text text,
      created_at text not null,
      due_at text not null,
      in_digest ${int} not null default 0 check (in_digest in (0, 1)),
      leased_by text,
      leased_until text,
      attempts ${int} not null default 0,
      answer text,
      address text,
      outcome text check (outcome in ('sent', 'refused', 'given_up', 'dropped')),
      ended_at text,
      unique (user_id, event_key, dealer_group_id),
      check ((leased_by is null) = (leased_until is null)),
      check ((outcome is null) = (ended_at is null)),
      foreign key (dealer_group_id, check_request_id)
        references check_requests (dealer_group_id, id) on delete cascade
    ) ${strict}`,
    'create index mails_due on mails (in_digest, due_at, id) where outcome is null and user_id is not null',
    'create index mails_to_all on mails (id) where user_id is null',
    'create index mails_request on mails (check_request_id) where check_request_id is not null',
    'create index mails_ended on mails (user_id, ended_at) where outcome is not null',
    'create index mails_outcomes on mails (outcome, ended_at) where outcome is not null',
    ...isolateTable(dialect, 'mails', 'select, insert, delete'),
  ])
}
