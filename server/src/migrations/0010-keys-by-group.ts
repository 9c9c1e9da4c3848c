import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { rebuildTable } from './rebuild.ts'
import { isolateTable } from './tenant-isolation.ts'

const request = 'references check_requests (dealer_group_id, id)'

/**
 * Every table of a dealer group has the group in its keys, so that rows could be kept apart by it; whatever an
 * administrator edits has a version, so that nobody overwrites what somebody else has just changed.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await execute(db, [
    'drop index check_requests_group',
    'create unique index check_requests_group on check_requests (dealer_group_id, id)',
    'drop index departments_code',
    `create unique index departments_code on departments (dealer_group_id, dealership_id, code) where deleted_at is null`,
  ])
  await (dialect === 'sqlite' ? rebuildOnSqlite(db) : alterOnPostgres(db))
  await execute(db, [
    'create unique index check_requests_number on check_requests (dealer_group_id, request_number)',
    'drop index status_history_request',
    // The id before the group: a request's history is read in its order.
    'create unique index status_history_request on status_history (check_request_id, id, dealer_group_id)',
    ...renameMatchKeys,
    ...handledCounters(dialect),
    ...versions(dialect),
  ])
}

async function rebuildOnSqlite(db: Kysely<unknown>): Promise<void> {
  const groupOf = (id: string) => `(select r.dealer_group_id from check_requests r where r.id = ${id})`
  const own = `foreign key (dealer_group_id, id) ${request}, unique (dealer_group_id, id)`
  await rebuildTable(db, { table: 'check_requests', replace: { 'text not null unique': 'text not null' } })
  await rebuildTable(db, {
    table: 'status_history',
    replace: {
      'not null references check_requests (id)': 'not null, dealer_group_id integer not null',
      'created_at text not null': `created_at text not null, foreign key (dealer_group_id, check_request_id) ${request}`,
    },
    added: { dealer_group_id: groupOf('check_request_id') },
  })
  await rebuildTable(db, {
    table: 'handled_requests',
    replace: {
      'not null references check_requests (id)': 'not null, dealer_group_id integer not null',
      'primary key (user_id, check_request_id)': `primary key (user_id, check_request_id, dealer_group_id),
      foreign key (dealer_group_id, check_request_id) ${request}`,
    },
    added: { dealer_group_id: groupOf('check_request_id') },
  })
  await rebuildTable(db, {
    table: 'check_request_search',
    replace: {
      ' references check_requests (id)': ', dealer_group_id integer not null',
      'check_number text not null': `check_number text not null, ${own}`,
    },
    added: { dealer_group_id: groupOf('check_request_search.id') },
  })
  const po = { ' references check_requests (id)': '', 'po text': `po text, ${own}` }
  await rebuildTable(db, { table: 'likeness_keys', replace: po })
  for (const place of ['dealership', 'department']) {
    const replace = { [`(user_id, ${place}_id)`]: `(user_id, ${place}_id, dealer_group_id)` }
    await rebuildTable(db, { table: `user_${place}s`, replace })
  }
}

async function alterOnPostgres(db: Kysely<unknown>): Promise<void> {
  await execute(db, [
    'alter table check_requests drop constraint check_requests_request_number_key',
    ...addGroup('status_history', 'check_request_id', 'select, insert, update, delete'),
    ...addGroup('handled_requests', 'check_request_id', 'select, insert, delete'),
    ...addGroup('check_request_search', 'id', 'select, insert, update, delete'),
    `alter table handled_requests drop constraint handled_requests_pkey,
      add primary key (user_id, check_request_id, dealer_group_id)`,
    'alter table check_request_search add unique (dealer_group_id, id)',
    `alter table likeness_keys drop constraint likeness_keys_id_fkey, add unique (dealer_group_id, id),
      add foreign key (dealer_group_id, id) ${request}`,
    ...['dealership', 'department'].map(
      (place) => `alter table user_${place}s drop constraint user_${place}s_pkey,
        add primary key (user_id, ${place}_id, dealer_group_id)`,
    ),
  ])
}

function addGroup(table: string, id: string, verbs: string): string[] {
  return [
    `alter table ${table} add column dealer_group_id bigint`,
    `update ${table} set dealer_group_id = r.dealer_group_id from check_requests r where r.id = ${table}.${id}`,
    `alter table ${table} alter column dealer_group_id set not null, drop constraint ${table}_${id}_fkey,
      add foreign key (dealer_group_id, ${id}) ${request}`,
    `drop policy wall on ${table}`,
    ...isolateTable('postgres', table, verbs),
  ]
}

const renameMatchKeys = [
  'alter table likeness_keys rename to match_keys',
  ...['payment', 'vin', 'po'].flatMap((kind) => [
    `drop index likeness_keys_${kind}`,
    `create index match_keys_${kind} on match_keys (dealer_group_id, ${kind}, created_at, id) where ${kind} is not null`,
  ]),
]

function handledCounters(dialect: Dialect): string[] {
  const { int, byKey } = columnTypes(dialect)
  return [
    'drop table handled_counters',
    `create table handled_counters (
      user_id ${int} not null,
      dealer_group_id ${int} not null,
      amount ${int} not null,
      primary key (user_id, dealer_group_id)
    ) ${byKey}`,
    `insert into handled_counters (user_id, dealer_group_id, amount)
      select user_id, dealer_group_id, count(*) from handled_requests group by user_id, dealer_group_id`,
    ...isolateTable(dialect, 'handled_counters', 'select'),
    ...countHandled(dialect, 'handled_added', 'insert', 'new', 1),
    ...countHandled(dialect, 'handled_removed', 'delete', 'old', -1),
  ]
}

function countHandled(dialect: Dialect, name: string, when: string, row: 'old' | 'new', step: 1 | -1): string[] {
  const count = `insert into handled_counters (user_id, dealer_group_id, amount)
    values (${row}.user_id, ${row}.dealer_group_id, ${step})
    on conflict (user_id, dealer_group_id) do update set amount = handled_counters.amount + (${step});`
  if (dialect === 'sqlite')
    return [`drop trigger ${name}`, `create trigger ${name} after ${when} on handled_requests begin ${count} end`]
  return [
    `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current
      as $$ begin ${count} return null; end $$`,
  ]
}

function versions(dialect: Dialect): string[] {
  const tables = ['dealer_groups', 'dealerships', 'departments', 'purposes', 'delivery_methods', 'users']
  return tables.map((table) => `alter table ${table} add column version ${columnTypes(dialect).int} not null default 1`)
}
