import { type RawBuilder, sql } from 'kysely'

/** The values of a column in a table's rows of one owner, joined by commas, for a query that names the owner. */
export function joinedIds(table: string, column: string, ownedBy: string, owner: string): RawBuilder<string | null> {
  const value = sql.ref(`${table}.${column}`)
  const isOwned = sql`${sql.ref(`${table}.${ownedBy}`)} = ${sql.ref(owner)}`
  return sql<string | null>`(select string_agg(cast(${value} as text), ',') from ${sql.table(table)} where ${isOwned})`
}

/** The numbers of a joined list, in order. */
export function splitIds(list: string | null): number[] {
  if (list === null) return []
  return list
    .split(',')
    .map(Number)
    .sort((a, b) => a - b)
}
