import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { add, addNewToWeeks, addStepTimes, everyRequest, totalsByStatus, totalsByWeek } from './kept-totals.ts'
import { isolateTable } from './tenant-isolation.ts'

/**
 * What the charts of the dashboards show, kept by triggers in the transaction that changes a request: the money at each
 * status, what was requested and completed in each week, and how long each completed request stood at each step.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict, byKey } = columnTypes(dialect)
  await execute(db, [
    ...totalsByStatus.map(({ table }) => `alter table ${table} add column cents ${int} not null default 0`),
    `create table week_totals (
      dealer_group_id ${int} not null,
      scope text not null check (scope in ('group', 'dealership', 'department', 'requester')),
      scope_id ${int} not null,
      week text not null,
      requested ${int} not null,
      requested_cents ${int} not null,
      completed ${int} not null,
      completed_cents ${int} not null,
      primary key (dealer_group_id, scope, scope_id, week)
    ) ${byKey}`,
    `create table step_times (
      check_request_id ${int} primary key,
      dealer_group_id ${int} not null,
      dealership_id ${int},
      department_id ${int},
      requester_id ${int} not null,
      completed_at text not null,
      times text not null,
      unique (dealer_group_id, check_request_id),
      foreign key (dealer_group_id, check_request_id)
        references check_requests (dealer_group_id, id) on delete cascade
    ) ${strict}`,
    ...fill(dialect),
    'create index step_times_completed on step_times (completed_at, check_request_id)',
    ...['dealer_group', 'dealership', 'department', 'requester'].map(
      (scope) => `create index step_times_${scope} on step_times (${scope}_id, completed_at, check_request_id)`,
    ),
    ...replaced.map((name) => `drop trigger ${name}${dialect === 'postgres' ? ' on check_requests' : ''}`),
    ...triggers(dialect).flatMap((trigger) => createTrigger(dialect, trigger)),
    ...['week_totals', 'step_times'].flatMap((table) => isolateTable(dialect, table, 'select')),
  ])
}

/** Adds up the requests that are there already; how many they are at each status, the counters know. */
function fill(dialect: Dialect): string[] {
  const moneyOnly = totalsByStatus.map((totals) => ({ ...totals, sums: { ...totals.sums, amount: '0' } }))
  return [
    ...[...moneyOnly, totalsByWeek(dialect)].map((totals) => add(totals, everyRequest)),
    addStepTimes(dialect, 'true'),
  ]
}

const added = `select new.dealer_group_id as dealer_group_id, new.dealership_id as dealership_id,
  new.department_id as department_id, new.requester_id as requester_id, new.status_id as status_id,
  new.amount_cents as amount_cents, new.created_at as created_at, new.cleared_at as cleared_at, 1 as step`
const removed = added.replaceAll('new.', 'old.').replace('1 as step', '-1 as step')
const changed = `${removed} union all ${added}`

const watched = ['dealer_group_id', 'dealership_id', 'department_id', 'requester_id', 'amount_cents']
const countedByStatus = ['status_id', ...watched]
// A change of status alone leaves the weeks as they are.
const countedByWeek = ['cleared_at', ...watched]
const closed = 7
const replaced = ['count_added', 'count_removed', 'count_moved']

interface Trigger {
  readonly name: string
  readonly on: string
  readonly when?: string
  readonly body: string
}

function triggers(dialect: Dialect): Trigger[] {
  const byStatus = (source: string) => totalsByStatus.map((totals) => add(totals, source))
  const byWeek = (source: string) => add(totalsByWeek(dialect), source)
  const body = (...statements: string[]) => statements.map((statement) => `${statement};`).join(' ')
  const movesWeeks = countedByWeek.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
  return [
    { name: 'count_added', on: 'insert on check_requests', body: body(...byStatus(added), ...addNewToWeeks(dialect)) },
    { name: 'count_removed', on: 'delete on check_requests', body: body(...byStatus(removed), byWeek(removed)) },
    {
      name: 'count_moved',
      on: `update of ${countedByStatus.join(', ')} on check_requests`,
      body: body(...byStatus(changed)),
    },
    {
      name: 'weeks_moved',
      on: `update of ${countedByWeek.join(', ')} on check_requests`,
      when: movesWeeks,
      body: body(byWeek(changed)),
    },
    {
      name: 'step_times_added',
      on: 'insert on status_history',
      when: `new.action = 'status' and new.status_id = ${closed}`,
      body: body(addStepTimes(dialect, 'check_request_id = new.check_request_id')),
    },
  ]
}

/** Statements that create it, behind the tenant isolation of PostgreSQL, too. */
export function createTrigger(dialect: Dialect, { name, on, when, body }: Trigger): string[] {
  const condition = when ? `when (${when})` : ''
  if (dialect === 'sqlite') return [`create trigger ${name} after ${on} for each row ${condition} begin ${body} end`]
  // Behind tenant isolation totals can be read only, so the triggers write them as the owner of the tables.
  return [
    `create or replace function ${name}() returns trigger language plpgsql security definer set search_path from current
     as $$ begin ${body} return null; end $$`,
    `create trigger ${name} after ${on} for each row ${condition} execute function ${name}()`,
  ]
}
