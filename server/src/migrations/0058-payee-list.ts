import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Who may be paid: payees of dealer groups, what their tax forms say, and the payee of each request. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  // Byte by byte, as SQLite compares, whatever the database's own order is.
  const ordered = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  const ofPayee = 'foreign key (dealer_group_id, payee_id) references payees (dealer_group_id, id)'
  await execute(db, [
    `alter table dealer_groups add column payee_list ${int} not null default 0 check (payee_list in (0, 1))`,
    `alter table dealer_groups add column payee_needs text not null default '[]'`,
    `create table payees (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      name text not null,
      name_key ${ordered} not null,
      searched text not null,
      payee_type text not null check (payee_type in ('individual', 'business')),
      payee_sub_type text not null check (payee_sub_type in ('vendor', 'customer')),
      address text,
      email text,
      phone text,
      default_purpose_id ${int} references purposes (id),
      note text,
      state text not null check (state in ('new', 'verified', 'blocked')),
      edited_by text not null,
      verified_by_id ${int} references users (id),
      verified_by_name text,
      verified_at text,
      verified_how text,
      blocked_reason text,
      created_at text not null
    ) ${strict}`,
    'create unique index payees_name on payees (dealer_group_id, name_key)',
    'create unique index payees_group on payees (dealer_group_id, id)',
    'create index payees_by_name on payees (name_key, id)',
    `create table payee_tax_forms (
      payee_id ${int} not null primary key,
      dealer_group_id ${int} not null,
      received_on text not null,
      legal_name text not null,
      number_kind text not null,
      tax_class text not null,
      box_1099 text not null,
      backup_withholding ${int} not null check (backup_withholding in (0, 1)),
      ${ofPayee}
    ) ${strict}`,
    'create unique index payee_tax_forms_group on payee_tax_forms (dealer_group_id, payee_id)',
    `create table request_payees (
      check_request_id ${int} not null primary key,
      dealer_group_id ${int} not null,
      payee_id ${int} not null,
      foreign key (dealer_group_id, check_request_id) references check_requests (dealer_group_id, id)
        deferrable initially deferred,
      ${ofPayee}
    ) ${strict}`,
    'create unique index request_payees_group on request_payees (dealer_group_id, check_request_id)',
    'create index request_payees_payee on request_payees (dealer_group_id, payee_id, check_request_id)',
    ...isolateTable(dialect, 'payees', 'select, insert, update'),
    ...isolateTable(dialect, 'payee_tax_forms', 'select, insert, update'),
    ...isolateTable(dialect, 'request_payees', 'select, insert, update, delete'),
  ])
}
