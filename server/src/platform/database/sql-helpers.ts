import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** Returns true if a database handle is PostgreSQL. */
export function speaksPostgres<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** A JSON object built by the database, which is faster than reading rows and serializing them here. */
export function jsonObject<Tables>(
  db: Kysely<Tables>,
  fields: Record<string, RawBuilder<unknown>>,
): RawBuilder<string> {
  const parts = Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  const build = speaksPostgres(db) ? sql`json_build_object` : sql`json_object`
  return sql<string>`${build}(${sql.join(parts)})`
}

/** A condition as a field in a JSON object. SQLite has no boolean type. */
export function jsonBoolean<Tables>(db: Kysely<Tables>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return speaksPostgres(db) ? condition : sql`iif(${condition}, json('true'), json('false'))`
}

/**
 * All rows of a query as one JSON array text, in the given order. SQLite takes rows as they come, so the query must
 * read them in this order there (see `numberedIds`): sorting whole objects adds half the cost of building them.
 */
export function jsonArray<Tables>(db: Kysely<Tables>, row: RawBuilder<string>, order: RawBuilder<unknown>) {
  return speaksPostgres(db)
    ? sql<string>`coalesce(json_agg(${row} order by ${order}), '[]')::text`
    : sql<string>`json_group_array(${row})`
}

/** Numbers as a table `wanted (id, position)`. `ids` is one JSON parameter. SQLite keeps its order in a cross join. */
export function numberedIds<Tables>(db: Kysely<Tables>, ids: unknown): RawBuilder<unknown> {
  return speaksPostgres(db)
    ? sql`(select value::bigint as id, ordinality as position
        from json_array_elements_text(${ids}::json) with ordinality offset 0) as wanted`
    : sql`(select value as id, key as position from json_each(${ids})) as wanted`
}

/** Pairs of numbers as a table `pair (one, other)`. `pairs` is one JSON parameter. */
export function numberPairs<Tables>(db: Kysely<Tables>, pairs: unknown): RawBuilder<unknown> {
  return speaksPostgres(db)
    ? sql`(select (value ->> 0)::bigint as one, (value ->> 1)::bigint as other
        from json_array_elements(${pairs}::json) offset 0) as pair`
    : sql`(select json_extract(value, '$[0]') as one, json_extract(value, '$[1]') as other from json_each(${pairs})) as pair`
}

/** A column's values in one owner's rows, joined by commas, as a subquery for a query that has the owner. */
export function joinedIds(table: string, column: string, ownedBy: string, owner: string): RawBuilder<string | null> {
  const value = sql.ref(`${table}.${column}`)
  const isOwned = sql`${sql.ref(`${table}.${ownedBy}`)} = ${sql.ref(owner)}`
  return sql<string | null>`(select string_agg(cast(${value} as text), ',') from ${sql.table(table)} where ${isOwned})`
}

/** Parses the numbers in a joined list, in order. */
export function splitIds(list: string | null): number[] {
  if (list === null) return []
  return list
    .split(',')
    .map(Number)
    .sort((a, b) => a - b)
}

// Keeps statements well below the limit of tens of thousands of values that both databases have.
const rowsAtOnce = 500

/** Splits rows into batches that fit in one statement, or that have at most `atOnce` rows. */
export function portions<Row>(rows: readonly Row[], atOnce = rowsAtOnce): Row[][] {
  const amount = Math.ceil(rows.length / atOnce)
  return Array.from({ length: amount }, (_, index) => rows.slice(index * atOnce, (index + 1) * atOnce))
}
