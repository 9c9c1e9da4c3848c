import { notACursor } from '@check-requests/domain/api/endpoint.ts'
import { fold, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { moment } from '../clock.ts'
import { invalidFields } from '../errors.ts'
import { listed } from './long-lists.ts'
import { speaksPostgres } from './sql-helpers.ts'

// How lists are read: the filters in the query become conditions, the order ends with the id or another unique column,
// and the cursor continues after the last row of a page. Each read fetches one row more than the page.

/** A filter: a column, and how it is compared with one or more values. */
export interface FilterRow {
  readonly column: string
  readonly is: 'in' | '=' | '>=' | '<=' | '<'
}

/** A sort order and its index. The index is null if both databases choose the right one on their own. */
export interface OrderRow {
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly index: string | null
}

/** The SQL condition for a filter. `column` writes the SQL for a column. */
export function conditionOf(
  { column, is }: FilterRow,
  value: unknown,
  write: (column: string) => RawBuilder<unknown> = sql.ref,
): RawBuilder<boolean> {
  const compared = Array.isArray(value) ? listed(value) : value
  return sql<boolean>`${write(column)} ${sql.raw(is)} ${compared}`
}

/** The conditions of the filters that have a value. */
export function filtersIn<Rows extends Readonly<Record<string, FilterRow>>>(
  rows: Rows,
  values: { readonly [Name in keyof Rows]?: unknown },
): RawBuilder<boolean>[] {
  return Object.entries(rows).flatMap(([name, row]) =>
    values[name] === undefined ? [] : [conditionOf(row, values[name])],
  )
}

/** The condition that a row follows this position in the order of these columns. */
export function follows(
  direction: OrderRow['direction'],
  columns: readonly string[],
  position: readonly unknown[],
): RawBuilder<boolean> {
  const side = sql.raw(direction === 'desc' ? '<' : '>')
  const [column = ''] = columns
  return columns.length === 1
    ? sql<boolean>`${sql.ref(column)} ${side} ${position[0]}`
    : sql<boolean>`(${sql.join(columns.map((name) => sql.ref(name)))}) ${side} (${sql.join(position)})`
}

export function orderBy(direction: OrderRow['direction'], columns: readonly string[]): RawBuilder<unknown> {
  return sql`order by ${sql.join(columns.map((name) => sql`${sql.ref(name)} ${sql.raw(direction)}`))}`
}

/** A WHERE clause with all of these conditions, or nothing if there are no conditions. */
export function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${all(conditions)}` : sql``
}

/** All of these conditions, joined with AND. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `)
}

/** The maximum number of queries to merge into one: SQLite allows 500, and a single scan is faster long before that. */
export const mostMerged = 100

/** Queries merged into one, each with its own order and limit. */
export function merged(
  parts: readonly RawBuilder<unknown>[],
  alias: string,
  union: 'union' | 'union all' = 'union all',
): RawBuilder<unknown> {
  const each = parts.map((part) => sql`select * from (${part}) as ${sql.raw(alias)}`)
  return sql.join(each, sql` ${sql.raw(union)} `)
}

/** Names the index to use, if there is one; without statistics, SQLite would guess. */
export function along<Tables>(db: Kysely<Tables>, index: string | null): RawBuilder<unknown> {
  return index === null || speaksPostgres(db) ? sql`` : sql`indexed by ${sql.ref(index)}`
}

/** True if a column matches every pattern. */
export function likeAll(column: string, patterns: readonly Expression<string>[]): RawBuilder<boolean> {
  return sql<boolean>`(${all(patterns.map((pattern) => like(column, pattern)))})`
}

export function like(column: string, pattern: unknown): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** A LIKE pattern for each of the words. */
export function patternsOf(words: string): string[] {
  return searchedWords(words).map(likePattern)
}

/** Words as a literal LIKE pattern that matches them anywhere. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}

/** Words as a phrase of a SQLite trigram index. */
export function phrase(words: string): string {
  return `"${fold(words).replaceAll('"', '""')}"`
}

/** The rows of a page, and its last row if another page follows. `rows` has up to one more than `limit`. */
export function pageOf<Row>(rows: readonly Row[], limit: number) {
  const shown = rows.slice(0, limit)
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined }
}

/** How many best matches of a search, found by a whole number or name, come before its other rows. */
export const mostBest = 10

/** The rows of a page of search results, best matches first, without the best matches on an earlier page. */
export function bestFirst<Row extends { readonly id: number }>(
  rows: readonly Row[],
  best: readonly Row[],
  shownBefore: readonly number[],
): Row[] {
  const above = new Set([...best.map(({ id }) => id), ...shownBefore])
  return [...best, ...rows.filter(({ id }) => !above.has(id))]
}

export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

type Guards<Parts extends readonly unknown[]> = {
  readonly [Index in keyof Parts]: (part: unknown) => part is Parts[Index]
}

/** Throws unless the text is the cursor of an earlier page, with a part for each of the guards. */
export function decodeCursor<const Parts extends readonly unknown[]>(text: string, guards: Guards<Parts>): Parts {
  const parts = partsOf(text)
  if (parts.length !== guards.length || !guards.every((isPart, index) => isPart(parts[index])))
    throw invalidFields({ cursor: notACursor })
  return parts as unknown as Parts
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

export function isCount(part: unknown): part is number {
  return Number.isSafeInteger(part) && Number(part) >= 0
}

export function isId(part: unknown): part is number {
  return isCount(part) && part > 0
}

/** True for the ids of best matches in a cursor. */
export function areBest(part: unknown): part is number[] {
  return Array.isArray(part) && part.length <= mostBest && part.every(isId)
}

export function isMoment(part: unknown): part is string {
  const time = typeof part === 'string' ? Date.parse(part) : Number.NaN
  return !Number.isNaN(time) && moment(time) === part
}

/** Rows counted for a total (F4). */
export const mostCounted = 10_000

/** The number of rows on all pages, as far as they were counted. */
export interface Total {
  readonly total: number
  /** The sum of the counted rows, or null if not all were counted. */
  readonly cents: number | null
  readonly isLowerBound: boolean
}

/** The exact total. `cents`: null if no sum was calculated. */
export function exactly(total: number, cents: number | null): Total {
  return { total, cents, isLowerBound: false }
}

export function atLeast(total: number): Total {
  return { total, cents: null, isLowerBound: true }
}

/** The number of rows, and their sum. */
export interface Count {
  readonly amount: number
  readonly cents: number
}

/** The total of rows counted up to one more than `mostCounted`. */
export function asCounted({ amount, cents }: Count): Total {
  return amount > mostCounted ? atLeast(mostCounted) : exactly(amount, cents)
}
