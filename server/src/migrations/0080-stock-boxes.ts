import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { isolateTable } from './tenant-isolation.ts'

/** Boxes of checks. An account begins with one that nobody counts, at its next number. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { id, int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table stock_boxes (
      id ${id},
      version ${int} not null default 1,
      dealer_group_id ${int} not null,
      bank_account_id ${int} not null,
      place text not null,
      first_number ${int} not null check (first_number > 0),
      last_number ${int},
      next_number ${int} not null,
      holder_id ${int} references users (id),
      holder_name text,
      state text not null check (state in ('received', 'counted', 'in use', 'ended')),
      received_by_id ${int} references users (id),
      received_by_name text,
      received_at text not null,
      counted_by_id ${int} references users (id),
      counted_by_name text,
      counted_at text,
      unique (dealer_group_id, id),
      check (last_number is null or last_number >= first_number),
      check (counted_by_id is null or counted_by_id <> received_by_id),
      check (state in ('received', 'ended') or last_number is null or counted_at is not null),
      foreign key (dealer_group_id, bank_account_id) references bank_accounts (dealer_group_id, id)
    ) ${strict}`,
    'create index stock_boxes_account on stock_boxes (dealer_group_id, bank_account_id, id)',
    `create unique index stock_boxes_in_use on stock_boxes (dealer_group_id, bank_account_id) where state = 'in use'`,
    `insert into stock_boxes (dealer_group_id, bank_account_id, place, first_number, next_number, state, received_at)
      select dealer_group_id, id, 'Not counted', next_check_number, next_check_number, 'in use', created_at
      from bank_accounts where state <> 'closed'`,
    ...isolateTable(dialect, 'stock_boxes', 'select, insert, update'),
  ])
}
