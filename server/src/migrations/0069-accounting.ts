import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** What requests are charged to: the accounts of dealer groups' ledgers, and the lines of requests. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  // Byte by byte, as SQLite compares, whatever the database's own order is.
  const ordered = dialect === 'sqlite' ? 'text' : 'text collate "C"'
  await execute(db, [
    `alter table dealer_groups add column default_accounts text not null default '[]'`,
    'alter table check_requests add column accounting text',
    `create table ledger_accounts (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null references dealer_groups (id),
      number ${ordered} not null,
      name text not null,
      searched text not null,
      is_active ${int} not null default 1 check (is_active in (0, 1)),
      created_at text not null
    ) ${strict}`,
    'create unique index ledger_accounts_number on ledger_accounts (dealer_group_id, number)',
    ...isolateTable(dialect, 'ledger_accounts', 'select, insert, update'),
  ])
}
