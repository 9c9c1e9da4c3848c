import type { Dialect } from './dialect.ts'

/** The PostgreSQL role that the server assumes for callers who belong to a dealer group. */
const tenantRole = 'check_requests_walled'

// In a subquery, PostgreSQL looks up the setting once per query instead of once per row.
const currentGroup = `(select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`

/** The rows of the caller's dealer group, in a table that has `dealer_group_id`. */
const rowsOfGroup = `dealer_group_id = ${currentGroup}`

/**
 * Statements that isolate a table by dealer group: callers may do what `verbs` name (such as `select, insert`) to the
 * rows of their own group and nothing else. None on SQLite, which has no policies.
 */
export function isolateTable(dialect: Dialect, table: string, verbs: string, rows = rowsOfGroup): string[] {
  if (dialect === 'sqlite') return []
  return [
    `alter table ${table} enable row level security`,
    `grant ${verbs} on ${table} to ${tenantRole}`,
    `create policy tenant_isolation on ${table} to ${tenantRole} using (${rows})`,
  ]
}

/** Statements that let callers of every dealer group read a table that belongs to none of them. */
export function shareTable(dialect: Dialect, table: string): string[] {
  return dialect === 'sqlite' ? [] : [`grant select on ${table} to ${tenantRole}`]
}
