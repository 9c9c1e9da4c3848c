import type { Kysely } from 'kysely'
import { type Dialect, execute } from './dialect.ts'

const role = 'check_requests_walled'
// In a select of its own, PostgreSQL looks it up once for a query and not once for a row.
const group = `(select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`

const ofGroup = `dealer_group_id = ${group}`
const ofRequest = (id: string) => `exists (select from check_requests r where r.id = ${id})`
const ofPersonInGroup = `exists (select from users u where u.id = user_id and u.dealer_group_id = ${group})`
const ofVisiblePerson = 'exists (select from users u where u.id = user_id)'
// Super admins, and people who have moved to another group and left requests behind, go by their names.
const visiblePerson = `${ofGroup} or dealer_group_id is null
  or exists (select from check_requests r where r.requester_id = users.id)`

/** A table, what a caller of a group may do to it, and to which rows; `seen` where more can be read than written. */
interface IsolatedTable {
  readonly table: string
  readonly verbs: string
  readonly rows: string
  readonly seen?: string
}

const isolatedTables: readonly IsolatedTable[] = [
  { table: 'dealer_groups', verbs: 'select, insert, update', rows: `id = ${group}` },
  { table: 'dealerships', verbs: 'select, insert, update', rows: ofGroup },
  { table: 'departments', verbs: 'select, insert, update', rows: ofGroup },
  { table: 'users', verbs: 'select, insert, update', rows: ofGroup, seen: visiblePerson },
  { table: 'user_roles', verbs: 'select, insert, delete', rows: ofPersonInGroup, seen: ofVisiblePerson },
  { table: 'user_dealerships', verbs: 'select, insert, delete', rows: ofGroup },
  { table: 'user_departments', verbs: 'select, insert, delete', rows: ofGroup },
  { table: 'sessions', verbs: 'select, insert, update, delete', rows: ofPersonInGroup },
  { table: 'answered_calls', verbs: 'select, insert, update', rows: ofPersonInGroup },
  { table: 'check_requests', verbs: 'select, insert, update, delete', rows: ofGroup },
  {
    table: 'check_request_search',
    verbs: 'select, insert, update, delete',
    rows: ofRequest('check_request_search.id'),
  },
  { table: 'likeness_keys', verbs: 'select, insert, update, delete', rows: ofGroup },
  { table: 'status_history', verbs: 'select, insert, update, delete', rows: ofRequest('check_request_id') },
  { table: 'handled_requests', verbs: 'select, insert, delete', rows: ofRequest('check_request_id') },
  {
    table: 'request_number_counters',
    verbs: 'select, insert, update',
    rows: 'group_code in (select code from dealer_groups)',
  },
  { table: 'group_counters', verbs: 'select', rows: ofGroup },
  { table: 'place_counters', verbs: 'select', rows: ofGroup },
  { table: 'requester_counters', verbs: 'select', rows: ofGroup },
  { table: 'handled_counters', verbs: 'select', rows: ofPersonInGroup },
  { table: 'audit_heads', verbs: 'select, insert, update', rows: `chain = ${group}` },
  { table: 'audit_entries', verbs: 'select, insert', rows: `chain = ${group}` },
]

/**
 * Tenant isolation on PostgreSQL: a role that owns nothing and sees and writes the rows of one group
 * only, whatever a query asks for. The server takes it on for whatever it does for a caller who belongs to a group.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return
  await execute(db, [
    makeRole,
    takeOnRole,
    `grant usage on schema public to ${role}`,
    `grant usage, select on all sequences in schema public to ${role}`,
    `grant select on purposes, delivery_methods, status_transitions to ${role}`,
    ...isolatedTables.flatMap(policies),
    ...['count_added', 'count_removed', 'count_moved', 'handled_added', 'handled_removed'].map(
      // They count for people of other groups too, so they do it as the owner of the tables.
      (name) => `alter function ${name}() security definer set search_path from current`,
    ),
    searchView,
    `grant select on visible_request_search to ${role}`,
  ])
}

function policies({ table, verbs, rows, seen }: IsolatedTable): string[] {
  const on = `on ${table} to ${role}`
  return [
    `alter table ${table} enable row level security`,
    `grant ${verbs} ${on}`,
    ...(seen === undefined
      ? [`create policy wall on ${table} to ${role} using (${rows})`]
      : [
          `create policy wall_seen on ${table} for select to ${role} using (${seen})`,
          `create policy wall_added on ${table} for insert to ${role} with check (${rows})`,
          `create policy wall_changed on ${table} for update to ${role} using (${rows})`,
          `create policy wall_removed on ${table} for delete to ${role} using (${rows})`,
        ]),
  ]
}

const advice = `As an administrator of PostgreSQL run: create role ${role} nologin; grant ${role} to %I;`

// Another process, on another database of the same PostgreSQL, may be making it at this moment.
const makeRole = `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
      raise exception using message = format('The role ${role} is missing, and %I may not create it. ${advice}', current_user, current_user);
  end $$`

const takeOnRole = `do $$ declare me name := current_user; begin
    begin
      set local role ${role};
      execute format('set local role %I', me);
    exception when insufficient_privilege then
      execute format('grant ${role} to %I', me);
    end;
  exception when insufficient_privilege then
    raise exception using message = format('%I may not take on the role ${role}. ${advice}', me, me);
  end $$`

// Behind a policy, LIKE cannot use the trigram index; a view with the same condition lets it.
const searchView = `create view visible_request_search as select s.* from check_request_search s
  join check_requests r on r.id = s.id
  where current_user <> '${role}' or r.dealer_group_id = ${group}`
