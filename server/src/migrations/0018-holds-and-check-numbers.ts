import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

const scope = `dealer_group_id, coalesce(dealership_id, 0)`
const number = `ltrim(check_number, '0')`

/** Holds, and check numbers that are unique as numbers (A16): `104` and `000104` are one. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int } = columnTypes(dialect)
  await execute(db, [
    `alter table check_requests add column held_by_id ${int} references users (id)`,
    `alter table check_requests add column hold_reason text
      check ((hold_reason is null) = (held_by_id is null))`,
    `alter table check_requests add column held_at text check ((held_at is null) = (held_by_id is null))`,
    `insert into history_actions (name) values ('held'), ('released')`,
    `alter table check_requests add column check_number_exempt ${int} not null default 0
      check (check_number_exempt in (0, 1))`,
    // Numbers that clash by now are kept: all but the first are exempt.
    `update check_requests set check_number_exempt = 1 where check_number is not null and id not in
      (select min(id) from check_requests where check_number is not null group by ${scope}, ${number})`,
    'drop index check_requests_check_number',
    `create unique index check_requests_check_number on check_requests (${scope}, ${number})
      where check_number is not null and check_number_exempt = 0`,
    // The search for clashes reads no others.
    `create index check_requests_exempt_number on check_requests (dealer_group_id, id) where check_number_exempt = 1`,
  ])
}
