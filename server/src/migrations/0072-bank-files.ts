import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Files for banks, files from banks, and what somebody has to look into. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  const ofAccount = 'foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)'
  const ofCheck = 'foreign key (dealer_group_id, check_id) references checks (dealer_group_id, id)'
  await execute(db, [
    // The dealerships of an account are read in their order.
    'drop index account_dealerships_account',
    `create index account_dealerships_account
      on account_dealerships (dealer_group_id, bank_account_id, dealership_id)`,
    'alter table bank_accounts add column positive_pay_template text',
    'alter table bank_accounts add column clearing_columns text',
    `create table positive_pay_files (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      number ${int} not null,
      count ${int} not null check (count > 0),
      total_cents ${int} not null,
      sealed_content text not null,
      made_by_id ${int} not null references users (id),
      made_by_name text not null,
      made_at text not null,
      fetched_at text,
      answer text check (answer in ('accepted', 'refused')),
      answered_by_id ${int} references users (id),
      answered_by_name text,
      answered_at text,
      reason text,
      unique (dealer_group_id, id),
      unique (dealer_group_id, bank_account_id, number),
      check ((answer is null) = (answered_at is null)),
      ${ofAccount}
    ) ${strict}`,
    `create table positive_pay_rows (
      dealer_group_id ${int} not null,
      positive_pay_file_id ${int} not null,
      check_id ${int} not null,
      kind text not null check (kind in ('issue', 'void')),
      primary key (dealer_group_id, positive_pay_file_id, check_id, kind),
      foreign key (dealer_group_id, positive_pay_file_id) references positive_pay_files (dealer_group_id, id),
      ${ofCheck}
    ) ${strict}`,
    'create index positive_pay_rows_check on positive_pay_rows (dealer_group_id, check_id, kind)',
    `create table clearing_files (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      name text not null,
      format text not null check (format in ('CSV', 'BAI2', 'OFX')),
      content text,
      state text not null check (state in ('read', 'written')),
      read_by_id ${int} not null references users (id),
      read_at text not null,
      written_by_id ${int} references users (id),
      written_by_name text,
      written_at text,
      unique (dealer_group_id, id),
      check ((state = 'written') = (written_at is not null)),
      check ((state = 'read') = (content is not null)),
      ${ofAccount}
    ) ${strict}`,
    `create table clearing_lines (
      id ${id},
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      clearing_file_id ${int} not null,
      line ${int} not null,
      number ${int},
      amount_cents ${int} not null,
      paid_on text not null,
      payee text,
      reference text,
      fingerprint text not null,
      check_id ${int},
      unique (dealer_group_id, id),
      unique (dealer_group_id, bank_account_id, fingerprint),
      foreign key (dealer_group_id, clearing_file_id) references clearing_files (dealer_group_id, id),
      ${ofCheck}
    ) ${strict}`,
    'create index clearing_lines_file on clearing_lines (dealer_group_id, clearing_file_id, id)',
    'create index clearing_lines_check on clearing_lines (dealer_group_id, check_id)',
    `create table check_exceptions (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      clearing_line_id ${int} not null,
      check_id ${int},
      kind text not null,
      sentence text not null,
      owner_id ${int} references users (id),
      owner_name text,
      resolution text,
      resolved_by_id ${int} references users (id),
      resolved_by_name text,
      resolved_at text,
      created_at text not null,
      unique (dealer_group_id, id),
      check ((resolution is null) = (resolved_at is null)),
      foreign key (dealer_group_id, clearing_line_id) references clearing_lines (dealer_group_id, id),
      ${ofAccount}
    ) ${strict}`,
    'create index check_exceptions_account on check_exceptions (dealer_group_id, bank_account_id, id)',
    ...isolateTable(dialect, 'positive_pay_files', 'select, insert, update'),
    ...isolateTable(dialect, 'positive_pay_rows', 'select, insert, update'),
    ...isolateTable(dialect, 'clearing_files', 'select, insert, update, delete'),
    ...isolateTable(dialect, 'clearing_lines', 'select, insert, update'),
    ...isolateTable(dialect, 'check_exceptions', 'select, insert, update'),
  ])
}
