import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * What is to be told by mail, and what became of it. Notices and waiting requests are marked in the transaction in which
 * they come about, as cheaply as possible; a job makes mails of them. A dealer group can keep amounts and payees out.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    'alter table dealer_groups add column discreet_mails integer not null default 0 check (discreet_mails in (0, 1))',
    'alter table notices add column to_mail integer not null default 0 check (to_mail in (0, 1))',
    'create index notices_to_mail on notices (id) where to_mail = 1',
    `create table waiting_mails (
      dealer_group_id ${int} not null,
      check_request_id ${int} not null,
      version ${int} not null,
      event text not null,
      actor_id ${int} not null,
      created_at text not null,
      primary key (check_request_id, version, dealer_group_id),
      foreign key (dealer_group_id, check_request_id)
        references check_requests (dealer_group_id, id) on delete cascade
    ) ${byKey}`,
    `create table mails (
      id ${id},
      dealer_group_id ${int} references dealer_groups (id),
      user_id ${int} not null references users (id),
      event_key text not null,
      event text not null,
      check_request_id ${int},
      account_id ${int} references users (id),
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
    'create index mails_due on mails (in_digest, due_at, id) where outcome is null',
    'create index mails_request on mails (check_request_id) where check_request_id is not null',
    'create index mails_ended on mails (user_id, ended_at) where outcome is not null',
    'create index mails_outcomes on mails (outcome, ended_at) where outcome is not null',
    ...['waiting_mails', 'mails'].flatMap((table) => isolateTable(dialect, table, 'select, insert, delete')),
  ])
}
