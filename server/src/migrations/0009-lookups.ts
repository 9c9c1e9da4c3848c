import type { Kysely } from 'kysely'
import { columnTypes, type Dialect, execute } from './dialect.ts'
import { rebuildTable } from './rebuild.ts'
import { shareTable } from './tenant-isolation.ts'

// The lists as they were when this migration was written; a later row brings its own migration.
const statuses = ['request', 'processing', 'approved', 'printed', 'signed', 'ready', 'closed', 'rejected', 'sendback']
const roles = ['admin', 'requester', 'approver', 'processor']
const historyActions = ['created', 'status', 'resubmitted', 'priority', 'delivery']

const status = { list: 'between 1 and 9', target: 'statuses (id)' }
const role = { list: 'between 1 and 4', target: 'roles (id)' }
const action = {
  list: `in (${historyActions.map((name) => `'${name}'`).join(', ')})`,
  target: 'history_actions (name)',
}

/** Columns that a check held to a list, and the table that they refer to from now on. */
const columns: Record<string, Record<string, { readonly list: string; readonly target: string }>> = {
  check_requests: { status_id: status },
  status_history: { action, status_id: status, role_id: role },
  users: { primary_role: role },
  user_roles: { role_id: role },
  sessions: { active_role: role },
}

/** Statuses, roles and actions of the history become rows of tables, so that adding one is an insert. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { int, strict } = columnTypes(dialect)
  await execute(db, [
    `create table statuses (id ${int} primary key, name text not null unique) ${strict}`,
    `create table roles (id ${int} primary key, name text not null unique) ${strict}`,
    `create table history_actions (name text not null primary key) ${strict}`,
    `insert into statuses (id, name) values ${numbered(statuses)}`,
    `insert into roles (id, name) values ${numbered(roles)}`,
    `insert into history_actions (name) values ${historyActions.map((name) => `('${name}')`).join(', ')}`,
    ...['statuses', 'roles', 'history_actions'].flatMap((table) => shareTable(dialect, table)),
  ])
  await (dialect === 'sqlite' ? referOnSqlite(db) : referOnPostgres(db))
}

function numbered(names: readonly string[]): string {
  return names.map((name, index) => `(${index + 1}, '${name}')`).join(', ')
}

async function referOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [table, lists] of Object.entries(columns)) {
    const replace = Object.entries(lists).map(([column, { list, target }]) => {
      return [`check (${column} ${list})`, `references ${target}`]
    })
    await rebuildTable(db, { table, replace: Object.fromEntries(replace) })
  }
  const ends = ['from_id', 'to_id'].map((end) => `${end} bigint not null`)
  const replace = Object.fromEntries(ends.map((end) => [end, `${end} references statuses (id)`]))
  await rebuildTable(db, { table: 'status_transitions', replace })
}

async function referOnPostgres(db: Kysely<unknown>): Promise<void> {
  const changes = Object.entries(columns).flatMap(([table, lists]) =>
    Object.entries(lists).map(
      ([column, { target }]) => `alter table ${table} drop constraint ${table}_${column}_check,
        add foreign key (${column}) references ${target}`,
    ),
  )
  await execute(db, [
    ...changes,
    `alter table status_transitions add foreign key (from_id) references statuses (id),
      add foreign key (to_id) references statuses (id)`,
  ])
}
