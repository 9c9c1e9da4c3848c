import { isOpen, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListSort } from '@check-requests/domain/check-requests/list/views.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Params } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { type FilterName, type Filters, type FilterValues, filterValues, namesOf, plain } from './filters.ts'
import type { RequestScope } from './request-scope.ts'

/** The end of a page: the sort key and id of its last row. */
export interface Position {
  readonly key: number | string
  readonly id: number
}

/** A page to read, with everything that determines its rows. */
export interface Selection {
  readonly scope: RequestScope
  /** Null for every status. */
  readonly statusIds: readonly number[] | null
  readonly clearedSince: string | null
  readonly filters: Filters
  readonly sort: ListSort
  readonly after: Position | null
  readonly limit: number
}

/**
 * A page row. `amount` and `cents`: the count and total over all pages if the query returns them; without `amount`,
 * `cents` is the row's own amount.
 */
export interface Found extends Position {
  readonly amount?: number
  readonly cents?: number
}

/** The values that determine the text of a query; all others are parameters. */
export interface Shape {
  readonly column: RequestScope['column']
  readonly statuses: boolean
  readonly forTenant: boolean
  /** True for callers in one dealer group. */
  readonly inGroup: boolean
  readonly cleared: boolean
  readonly filters: readonly FilterName[]
  readonly sort: ListSort
  readonly continued: boolean
}

/** The parameters of such a query. */
export interface Values extends FilterValues {
  readonly places: readonly number[]
  readonly statuses: readonly number[]
  readonly group: number | null
  readonly clearedSince: string | null
  readonly afterKey: number | string | null
  readonly afterId: number | null
  readonly limit: number
}

export const orders = {
  newest: { column: 'id', direction: 'desc', index: null },
  oldest: { column: 'id', direction: 'asc', index: null },
  'amount-high': { column: 'amount_cents', direction: 'desc', index: 'check_requests_amount' },
  'amount-low': { column: 'amount_cents', direction: 'asc', index: 'check_requests_amount' },
  priority: { column: 'priority_rank', direction: 'desc', index: 'check_requests_priority' },
  due: { column: 'due_date', direction: 'asc', index: 'check_requests_due' },
  waiting: { column: 'status_changed_at', direction: 'asc', index: 'check_requests_waiting' },
  completed: { column: 'cleared_at', direction: 'desc', index: 'check_requests_cleared' },
} as const

/** True for the orders that follow the ids. */
export function isByArrival(sort: ListSort): boolean {
  return orders[sort].column === 'id'
}

export function shapeOf({ scope, statusIds, clearedSince, filters, sort, after }: Selection): Shape {
  const { column, dealerGroupId, isNarrowed = false } = scope
  return {
    column,
    statuses: statusIds !== null,
    // A requester's own requests, like those of a filter by location or user, are limited to the current group; other
    // scopes imply it.
    forTenant: (column === 'requester_id' || isNarrowed) && dealerGroupId !== null,
    inGroup: dealerGroupId !== null,
    cleared: clearedSince !== null,
    filters: namesOf(filters),
    sort,
    continued: after !== null,
  }
}

export function valuesOf({ scope, statusIds, clearedSince, filters, after, limit }: Selection): Values {
  return {
    ...filterValues(filters),
    places: scope.ids,
    statuses: statusIds ?? [],
    group: scope.dealerGroupId,
    clearedSince,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
    limit,
  }
}

/** The condition for a request `r` to be in the selection before its filters, on any page. `column` writes a column. */
export function belongs(db: Db, param: Params<Values>, shape: Shape, column = plain): RawBuilder<unknown>[] {
  return [
    ...(shape.column ? [sql`${column(shape.column)} in (${sql.join(param.list('places'))})`] : []),
    ...(shape.statuses ? [sql`${column('status_id')} in (${sql.join(param.list('statuses'))})`] : []),
    ...ofCallersGroup(db, param, shape),
    ...(shape.cleared ? [sql`${column('cleared_at')} >= ${param('clearedSince')}`] : []),
    // Closed requests always have this date, but SQLite uses its index only if the query repeats this condition.
    ...(shape.sort === 'completed' ? [sql`${column('cleared_at')} is not null`] : []),
  ]
}

function ofCallersGroup(db: Db, param: Params<Values>, shape: Shape): RawBuilder<unknown>[] {
  // When PostgreSQL plans the query, it doesn't know the value in the row-level security policy that adds this
  // condition, and assumes that the group is small.
  if (speaksPostgres(db)) return shape.inGroup ? [sql`r.dealer_group_id = ${param('group')}`] : []
  // The sum keeps SQLite from using the index of the whole group, which it considers as good as that of the narrower
  // column.
  return shape.forTenant ? [sql`r.dealer_group_id + 0 = ${param('group')}`] : []
}

/** The condition of a partial index for an order; both databases use the index only if the query repeats it. */
export function inIndex({ sort }: Shape): RawBuilder<unknown>[] {
  const ended = statuses.filter(({ name }) => !isOpen(name)).map(({ id }) => sql.lit(id))
  return sort === 'waiting' ? [sql`r.status_id not in (${sql.join(ended)})`] : []
}

/** The condition that a row follows the last one of the previous page, if any. */
export function beyond(
  param: Params<Values>,
  { sort, continued }: Shape,
  key: string,
  id: string,
): RawBuilder<unknown>[] {
  if (!continued) return []
  const side = sql.raw(orders[sort].direction === 'desc' ? '<' : '>')
  if (isByArrival(sort)) return [sql`${sql.ref(id)} ${side} ${param('afterId')}`]
  return [sql`(${sql.ref(key)}, ${sql.ref(id)}) ${side} (${param('afterKey')}, ${param('afterId')})`]
}

/** A WHERE clause with all of these conditions, or nothing without any. */
export function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** The order of the selection, for columns `key` and `id`. */
export function inOrder({ sort }: Shape, key: string, id: string): RawBuilder<unknown> {
  return orderBy(sort, orders[sort].direction, key, id)
}

/** The opposite order. */
export function inReverse({ sort }: Shape, key: string, id: string): RawBuilder<unknown> {
  return orderBy(sort, orders[sort].direction === 'desc' ? 'asc' : 'desc', key, id)
}

function orderBy(sort: ListSort, direction: 'asc' | 'desc', key: string, id: string): RawBuilder<unknown> {
  const way = sql.raw(direction)
  return isByArrival(sort)
    ? sql`order by ${sql.ref(id)} ${way}`
    : sql`order by ${sql.ref(key)} ${way}, ${sql.ref(id)} ${way}`
}

/** The number and total of rows `r` on all pages. */
export const allPages = sql`count(*) over () as amount, cast(sum(r.amount_cents) over () as bigint) as cents`
