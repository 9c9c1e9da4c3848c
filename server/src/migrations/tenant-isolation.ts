import type { Dialect } from './dialect.ts'

/** The PostgreSQL role that the server assumes for callers who belong to a dealer group. */
const tenantRole = 'check_requests_walled'

// In a subquery, PostgreSQL evaluates the setting once per query instead of once per row.
const currentGroup = `(select nullif(current_setting('check_requests.dealer_group', true), '')::bigint)`

/** Selects the rows of the caller's dealer group in a table with a `dealer_group_id` column. */
const rowsOfGroup = `dealer_group_id = ${currentGroup}`

/**
 * Returns statements that isolate a table by dealer group. Callers can run the statements in `verbs` (such as `select,
 * insert`) only on rows of their own group. On SQLite, returns none, because SQLite has no policies.
 */
export function isolateTable(dialect: Dialect, table: string, verbs: string, rows = rowsOfGroup): string[] {
  if (dialect === 'sqlite') return []
  return [
    `alter table ${table} enable row level security`,
    `grant ${verbs} on ${table} to ${tenantRole}`,
    `create policy tenant_isolation on ${table} to ${tenantRole} using (${rows})`,
  ]
}

/** Statements that let callers from every dealer group read a table. */
export function shareTable(dialect: Dialect, table: string): string[] {
  return dialect === 'sqlite' ? [] : [`grant select on ${table} to ${tenantRole}`]
}
