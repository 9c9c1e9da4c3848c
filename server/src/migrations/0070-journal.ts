import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** The journal of each dealer group: the checks that were issued and voided, and in which export each event is. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    'alter table dealer_groups add column journal_template text',
    'alter table dealer_groups add column journal_begins_on text',
    'alter table dealer_groups add column journal_closed_through text',
    `create table journal_exports (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      number ${int} not null,
      up_to text not null,
      lines ${int} not null check (lines > 0),
      issued_cents ${int} not null,
      voided_cents ${int} not null,
      content text not null,
      sha256 text not null,
      made_by_id ${int} not null references users (id),
      made_by_name text not null,
      made_at text not null
    ) ${strict}`,
    'create unique index journal_exports_group on journal_exports (dealer_group_id, id)',
    'create unique index journal_exports_number on journal_exports (dealer_group_id, number)',
    `create table journal_events (
      id ${id},
      dealer_group_id ${int} not null references dealer_groups (id),
      check_request_id ${int} not null,
      kind text not null check (kind in ('issue', 'void')),
      check_number text not null,
      cents ${int} not null,
      at text not null,
      day text not null,
      issued_on text not null check (issued_on <= day),
      facts text not null,
      export_id ${int},
      foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
        deferrable initially deferred,
      foreign key (dealer_group_id, export_id) references journal_exports (dealer_group_id, id)
    ) ${strict}`,
    'create unique index journal_events_group on journal_events (dealer_group_id, id)',
    'create index journal_events_request on journal_events (dealer_group_id, check_request_id)',
    'create index journal_events_export on journal_events (dealer_group_id, export_id)',
    'create index journal_events_waiting on journal_events (dealer_group_id, day) where export_id is null',
    // An exported event stays in its export, as it is.
    ...(dialect === 'sqlite' ? keptOnSqlite : keptOnPostgres),
    ...isolateTable(dialect, 'journal_exports', 'select, insert, update'),
    ...isolateTable(dialect, 'journal_events', 'select, insert, update'),
  ])
}

const refusal = 'an exported event of the journal does not change'

const keptOnSqlite = [
  `create trigger journal_events_kept before update on journal_events when old.export_id is not null
    begin select raise(abort, '${refusal}'); end`,
  `create trigger journal_events_stay before delete on journal_events when old.export_id is not null
    begin select raise(abort, '${refusal}'); end`,
]

const keptOnPostgres = [
  `create function keep_journal_event() returns trigger language plpgsql as $$
    begin raise exception '${refusal}'; end $$`,
  `create trigger journal_events_kept before update or delete on journal_events
    for each row when (old.export_id is not null) execute function keep_journal_event()`,
]
