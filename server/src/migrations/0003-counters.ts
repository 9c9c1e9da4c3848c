import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'

/**
 * Counters per group, per place and per requester, kept by triggers in the transaction that changes a request,
 * so that dashboards and list totals cost the same at any size.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    `create table group_counters (
      dealer_group_id ${int} not null,
      status_id ${int} not null,
      amount ${int} not null,
      primary key (dealer_group_id, status_id)
    ) ${byKey}`,
    `create table place_counters (
      dealer_group_id ${int} not null,
      dealership_id ${int} not null,
      department_id ${int} not null,
      status_id ${int} not null,
      amount ${int} not null,
      primary key (dealer_group_id, dealership_id, department_id, status_id)
    ) ${byKey}`,
    `create index place_counters_department on place_counters (department_id)`,
    `create table requester_counters (
      requester_id ${int} not null,
      dealer_group_id ${int} not null,
      status_id ${int} not null,
      amount ${int} not null,
      primary key (requester_id, dealer_group_id, status_id)
    ) ${byKey}`,
    `create table handled_counters (user_id ${int} primary key, amount ${int} not null) ${strict}`,
    ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
  ])
}

function countGroup(row: 'old' | 'new', step: 1 | -1): string {
  return `insert into group_counters (dealer_group_id, status_id, amount)
    values (${row}.dealer_group_id, ${row}.status_id, ${step})
    on conflict (dealer_group_id, status_id) do update set amount = group_counters.amount + (${step});`
}

function countPlace(row: 'old' | 'new', step: 1 | -1): string {
  return `insert into place_counters (dealer_group_id, dealership_id, department_id, status_id, amount)
    values (${row}.dealer_group_id, coalesce(${row}.dealership_id, 0), coalesce(${row}.department_id, 0), ${row}.status_id, ${step})
    on conflict (dealer_group_id, dealership_id, department_id, status_id)
    do update set amount = place_counters.amount + (${step});`
}

function countRequester(row: 'old' | 'new', step: 1 | -1): string {
  return `insert into requester_counters (requester_id, dealer_group_id, status_id, amount)
    values (${row}.requester_id, ${row}.dealer_group_id, ${row}.status_id, ${step})
    on conflict (requester_id, dealer_group_id, status_id)
    do update set amount = requester_counters.amount + (${step});`
}

function countHandled(row: 'old' | 'new', step: 1 | -1): string {
  return `insert into handled_counters (user_id, amount) values (${row}.user_id, ${step})
    on conflict (user_id) do update set amount = handled_counters.amount + (${step});`
}

function countAll(row: 'old' | 'new', step: 1 | -1): string {
  return `${countPlace(row, step)} ${countRequester(row, step)} ${countGroup(row, step)}`
}

const added = countAll('new', 1)
const removed = countAll('old', -1)
const watched = 'status_id, dealer_group_id, dealership_id, department_id, requester_id'

function sqliteTriggers(): string[] {
  return [
    `create trigger count_added after insert on check_requests begin ${added} end`,
    `create trigger count_removed after delete on check_requests begin ${removed} end`,
    `create trigger count_moved after update of ${watched} on check_requests begin ${removed} ${added} end`,
    `create trigger handled_added after insert on handled_requests begin ${countHandled('new', 1)} end`,
    `create trigger handled_removed after delete on handled_requests begin ${countHandled('old', -1)} end`,
  ]
}

// Counter rows are always taken in the same order, table by table and lower status first, so that two transitions
// cannot wait for each other.
const moved = `if old.status_id < new.status_id
    then ${[countPlace, countRequester, countGroup].map((count) => `${count('old', -1)} ${count('new', 1)}`).join(' ')}
    else ${[countPlace, countRequester, countGroup].map((count) => `${count('new', 1)} ${count('old', -1)}`).join(' ')} end if;`

function postgresTriggers(): string[] {
  const row = (name: string, when: string, table: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${when} on ${table} for each row execute function ${name}()`,
  ]
  return [
    ...row('count_added', 'insert', 'check_requests', added),
    ...row('count_removed', 'delete', 'check_requests', removed),
    ...row('count_moved', `update of ${watched}`, 'check_requests', moved),
    ...row('handled_added', 'insert', 'handled_requests', countHandled('new', 1)),
    ...row('handled_removed', 'delete', 'handled_requests', countHandled('old', -1)),
  ]
}
