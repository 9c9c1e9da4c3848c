import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

const scope = 'dealer_group_id, coalesce(dealership_id, 0)'
const number = `ltrim(check_number, '0')`

// Only a request whose check was taken away from it goes back from Printed, Signed, Ready or Closed (E6).
const byCheck = `old.status_id between 4 and 7 and new.status_id in (3, 8)
  and old.bank_account_id is not null and new.bank_account_id is null`
const byTable = 'exists (select 1 from status_transitions where from_id = old.status_id and to_id = new.status_id)'

const sqliteGuard = [
  'drop trigger check_requests_transition',
  `create trigger check_requests_transition before update of status_id on check_requests
   when old.status_id <> new.status_id and not ${byTable} and not (${byCheck})
   begin select raise(abort, 'illegal status transition'); end`,
]

const postgresGuard = [
  `create or replace function refuse_illegal_transition() returns trigger language plpgsql as $$
   begin
     if not ${byTable} and not (${byCheck}) then
       raise exception 'illegal status transition' using errcode = 'check_violation';
     end if;
     return new;
   end $$`,
]

/** Bank accounts, and the checks that are drawn on them: one row for every number that was ever taken. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  const ofAccount = 'foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)'
  const ofCheck = 'foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)'
  await execute(db, [
    `create table bank_accounts (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      name text not null,
      bank_name text not null,
      bank_place text,
      routing_number text not null,
      sealed_number text not null,
      account_last4 text not null,
      number_mark text not null,
      fraction text,
      on_us text not null,
      auxiliary_on_us text not null,
      on_us_at ${int},
      next_check_number ${int} not null check (next_check_number > 0),
      layout text not null check (layout in ('top', 'middle', 'bottom', 'three')),
      stock text not null check (stock in ('blank', 'preprinted')),
      micr ${int} not null check (micr in (0, 1)),
      offset_x ${int} not null,
      offset_y ${int} not null,
      void_after_days ${int},
      stale_after_days ${int} not null,
      two_signers_above_cents ${int},
      limit_cents ${int},
      positive_pay text not null check (positive_pay in ('none', 'checks', 'payees')),
      people text not null,
      is_sample ${int} not null default 0 check (is_sample in (0, 1)),
      state text not null check (state in ('proposed', 'active', 'closed')),
      waiting text,
      proposed_by text not null,
      confirmed_by_id ${int} references users (id),
      confirmed_by_name text,
      confirmed_at text,
      created_at text not null,
      check ((state = 'proposed') = (confirmed_at is null) or state = 'closed')
    ) ${strict}`,
    'create unique index bank_accounts_group on bank_accounts (dealer_group_id, id)',
    `create unique index bank_accounts_number on bank_accounts (dealer_group_id, number_mark) where state <> 'closed'`,
    `create table account_dealerships (
      dealer_group_id ${int} not null,
      dealership_id ${int} not null,
      bank_account_id ${int} not null,
      primary key (dealer_group_id, dealership_id, bank_account_id),
      foreign key (dealer_group_id, dealership_id) references dealerships (dealer_group_id, id),
      ${ofAccount}
    ) ${strict}`,
    'create index account_dealerships_account on account_dealerships (dealer_group_id, bank_account_id)',
    `create table print_runs (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      first_number ${int} not null,
      count ${int} not null check (count > 0),
      total_cents ${int} not null,
      check_date text not null,
      account_face text not null,
      state text not null check (state in ('made', 'confirmed', 'spoiled', 'released')),
      made_by_id ${int} not null references users (id),
      made_by_name text not null,
      made_at text not null,
      fetched_at text,
      settled_by_id ${int} references users (id),
      settled_by_name text,
      settled_at text,
      check ((state = 'made') = (settled_at is null)),
      check (state <> 'released' or fetched_at is null),
      ${ofAccount}
    ) ${strict}`,
    'create unique index print_runs_group on print_runs (dealer_group_id, id)',
    `create unique index print_runs_open on print_runs (dealer_group_id, bank_account_id) where state = 'made'`,
    'create index print_runs_account on print_runs (dealer_group_id, bank_account_id, id)',
    `create table checks (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      number ${int} not null check (number > 0),
      state text not null check (state in
        ('reserved', 'released', 'printed', 'signed', 'issued', 'cleared', 'spoiled', 'voided', 'stopped')),
      kind text not null check (kind in ('run', 'manual', 'opening')),
      print_run_id ${int},
      check_request_id ${int},
      request_number text,
      dealership_id ${int},
      department_id ${int},
      check_date text not null,
      amount_cents ${int} not null,
      payee_name text not null,
      searched text not null,
      face text not null,
      printed_by_id ${int} references users (id),
      replaces_id ${int},
      issued_on text,
      bank_paid_on text,
      ended_on text,
      reason text,
      void_asked text,
      stop_number text,
      stop_fee_cents ${int},
      stop_lapses_on text,
      created_at text not null,
      unique (dealer_group_id, id),
      check (amount_cents > 0 or state = 'spoiled'),
      check ((state = 'cleared') = (bank_paid_on is not null)),
      check ((state in ('voided', 'stopped', 'spoiled')) = (ended_on is not null)),
      foreign key (dealer_group_id, print_run_id) references print_runs (dealer_group_id, id),
      foreign key (dealer_group_id, replaces_id) references checks (dealer_group_id, id),
      ${ofAccount}
    ) ${strict}`,
    'create unique index checks_number on checks (dealer_group_id, bank_account_id, number)',
    // A request is paid by one check at a time, whoever prints when.
    `create unique index checks_request on checks (dealer_group_id, check_request_id)
      where state in ('reserved', 'printed', 'signed', 'issued', 'cleared')`,
    'create index checks_of_request on checks (dealer_group_id, check_request_id, id)',
    'create index checks_run on checks (dealer_group_id, print_run_id, number)',
    'create index checks_state on checks (dealer_group_id, bank_account_id, state, number)',
    `create table check_events (
      id ${id},
      dealer_group_id ${int} not null,
      check_id ${int} not null,
      act text not null,
      user_id ${int} not null references users (id),
      user_name text not null,
      role_id ${int} not null,
      note text,
      details text not null,
      at text not null,
      ${ofCheck}
    ) ${strict}`,
    'create unique index check_events_check on check_events (dealer_group_id, check_id, id)',
    `create table check_signatures (
      dealer_group_id ${int} not null,
      check_id ${int} not null,
      user_id ${int} not null references users (id),
      user_name text not null,
      approved ${int} not null check (approved in (0, 1)),
      at text not null,
      primary key (dealer_group_id, check_id, user_id),
      ${ofCheck}
    ) ${strict}`,
    `create table hand_overs (
      check_id ${int} not null,
      dealer_group_id ${int} not null,
      kind text not null check (kind in ('picked up', 'mailed', 'given to requester')),
      receiver text,
      receiver_user_id ${int} references users (id),
      relation text,
      identification text,
      identification_last4 text,
      signature text,
      witness text,
      tracking_number text,
      at text not null,
      primary key (dealer_group_id, check_id),
      ${ofCheck}
    ) ${strict}`,
    `alter table dealer_groups add column custody ${int} not null default 1 check (custody in (0, 1))`,
    `alter table check_requests add column bank_account_id ${int}`,
    'drop index check_requests_check_number',
    `create unique index check_requests_check_number on check_requests (${scope}, ${number})
      where check_number is not null and check_number_exempt = 0 and bank_account_id is null`,
    ...(dialect === 'sqlite' ? sqliteGuard : postgresGuard),
    `insert into history_actions (name) values ('voided'), ('stopped')`,
    ...isolateTable(dialect, 'bank_accounts', 'select, insert, update'),
    ...isolateTable(dialect, 'account_dealerships', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'print_runs', 'select, insert, update'),
    ...isolateTable(dialect, 'checks', 'select, insert, update'),
    ...isolateTable(dialect, 'check_events', 'select, insert, update'),
    ...isolateTable(dialect, 'check_signatures', 'select, insert, update'),
    ...isolateTable(dialect, 'hand_overs', 'select, insert, update'),
  ])
}
