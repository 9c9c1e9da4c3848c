import type { ListSort, SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type RawBuilder, sql } from 'kysely'
import { compiled, hole } from '../../platform/compiled.ts'
import type { Db, Tables } from '../../tables.ts'
import type { Bound } from './scope-branches.ts'
import { fold } from './store.ts'

/** Where a page ends: the sort key and id of its last row. */
export type Cursor = readonly [key: number | string, id: number]

/** A page to read, with all that decides which rows are on it. */
export interface Selection {
  readonly bound: Bound
  /** Null where every status is shown. */
  readonly statusIds: readonly number[] | null
  readonly clearedSince: string | null
  readonly sort: ListSort
  readonly after: Cursor | null
  readonly limit: number
}

export interface Found {
  readonly id: number
  readonly key: number | string
}

const orders = {
  newest: { column: 'id', direction: 'desc' },
  oldest: { column: 'id', direction: 'asc' },
  'amount-high': { column: 'amount_cents', direction: 'desc' },
  'amount-low': { column: 'amount_cents', direction: 'asc' },
  priority: { column: 'priority_rank', direction: 'desc' },
  due: { column: 'due_date', direction: 'asc' },
} as const

interface Shape {
  readonly column: Bound['column']
  readonly places: number
  readonly statuses: number
  readonly walled: boolean
  readonly cleared: boolean
  readonly sort: ListSort
  readonly continued: boolean
  readonly within: 'all' | { readonly fields: readonly SearchField[]; readonly newest: number }
}

const ids = compiled<Tables, Shape, Found>((db, shape) => {
  const query = shape.within === 'all' ? walk(shape) : scan(shape, shape.within)
  return { compile: () => query.compile(db) }
})

function walk(shape: Shape): RawBuilder<Found> {
  const [first, ...more] = branches(shape, hole('limit')) as [RawBuilder<Found>, ...RawBuilder<Found>[]]
  if (more.length === 0) return first
  return sql`select id, key from ${union([first, ...more])} ${inOrder(shape, 'key', 'id')} limit ${hole('limit')}`
}

function scan(shape: Shape, { fields, newest }: { fields: readonly SearchField[]; newest: number }): RawBuilder<Found> {
  return sql`select found.id, found.key from ${union(branches(shape, newest))}
    join check_request_search s on s.id = found.id
    where ${anyField(fields)} ${inOrder(shape, 'found.key', 'found.id')} limit ${hole('limit')}`
}

function branches(shape: Shape, limit: number): RawBuilder<Found>[] {
  const { column } = orders[shape.sort]
  return branchConditions(shape).map(
    (conditions) => sql`select id, ${sql.ref(column)} as key from check_requests
      where ${sql.join(conditions, sql` and `)} ${inOrder(shape, column, 'id')} limit ${limit}`,
  )
}

function union(parts: readonly RawBuilder<Found>[]): RawBuilder<unknown> {
  const derived = parts.map((part) => sql`select * from (${part}) as branch`)
  return sql`(${sql.join(derived, sql` union all `)}) as found`
}

function inOrder({ sort }: Shape, key: string, id: string): RawBuilder<unknown> {
  const way = sql.raw(orders[sort].direction)
  return key === id ? sql`order by ${sql.ref(id)} ${way}` : sql`order by ${sql.ref(key)} ${way}, ${sql.ref(id)} ${way}`
}

/** One page of ids in order. Each place and status is a short walk along an index, so the cost does not grow with the data. */
export function listIds(db: Db, selection: Selection): Promise<Found[]> {
  return ids(db, shapeOf(selection, 'all'), valuesOf(selection))
}

/** Ids of a page whose texts hold the words, among the newest requests of each place and status. */
export function scanIds(
  db: Db,
  selection: Selection,
  search: { words: string; fields: SearchField[]; newest: number },
): Promise<Found[]> {
  const shape = shapeOf(selection, { fields: search.fields, newest: search.newest })
  return ids(db, shape, { ...valuesOf(selection), pattern: likePattern(search.words) })
}

function shapeOf({ bound, statusIds, clearedSince, sort, after }: Selection, within: Shape['within']): Shape {
  return {
    column: bound.column,
    places: bound.values.length,
    statuses: statusIds?.length ?? 0,
    walled: isWalled(bound),
    cleared: clearedSince !== null,
    sort,
    continued: after !== null,
    within,
  }
}

// A requester's own requests are kept inside their present group; for the other columns the value implies the group.
export function isWalled(bound: Bound): boolean {
  return bound.column === 'requester_id' && bound.dealerGroupId !== null
}

export function valuesOf({ bound, statusIds, clearedSince, after, limit }: Selection): Record<string, unknown> {
  return {
    ...Object.fromEntries(bound.values.map((value, index) => [`place${index}`, value])),
    ...Object.fromEntries((statusIds ?? []).map((value, index) => [`status${index}`, value])),
    wall: bound.dealerGroupId,
    clearedSince,
    afterKey: after?.[0],
    afterId: after?.[1],
    limit,
  }
}

function branchConditions(shape: Shape): RawBuilder<unknown>[][] {
  const { column, direction } = orders[shape.sort]
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  const common = [
    ...(shape.walled ? [sql`dealer_group_id = ${hole('wall')}`] : []),
    ...(shape.cleared ? [sql`cleared_at >= ${hole('clearedSince')}`] : []),
    ...(shape.continued && column === 'id' ? [sql`id ${beyond} ${hole('afterId')}`] : []),
    ...(shape.continued && column !== 'id'
      ? [sql`(${sql.ref(column)}, id) ${beyond} (${hole('afterKey')}, ${hole('afterId')})`]
      : []),
  ]
  return range(shape.places).flatMap((place) =>
    range(Math.max(1, shape.statuses)).map((status) => [
      ...(shape.column ? [sql`${sql.ref(shape.column)} = ${hole(`place${place}`)}`] : [sql`1 = 1`]),
      ...(shape.statuses > 0 ? [sql`status_id = ${hole(`status${status}`)}`] : []),
      ...common,
    ]),
  )
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

/** True when any of these texts holds the pattern. */
export function anyField(fields: readonly SearchField[]): RawBuilder<boolean> {
  const tests = fields.map((field) => sql`${sql.ref(`s.${field}`)} like ${hole('pattern')} escape '\\'`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Words as a LIKE pattern that finds them anywhere, taken literally. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}
