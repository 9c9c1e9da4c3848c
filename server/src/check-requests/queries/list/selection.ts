import type { ListSort, SearchField } from '@check-requests/domain/check-requests/list-views.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Params } from '../../../platform/prepared.ts'
import { fold } from '../write/store.ts'
import type { RequestScope } from './request-scope.ts'

/** Where a page ends: the sort key and id of its last row. */
export interface Position {
  readonly key: number | string
  readonly id: number
}

/** A page to read, with everything that determines which rows are on it. */
export interface Selection {
  readonly scope: RequestScope
  /** Null when every status is shown. */
  readonly statusIds: readonly number[] | null
  readonly clearedSince: string | null
  readonly sort: ListSort
  readonly after: Position | null
  readonly limit: number
}

/** A row of a page. `amount`: how many there are on all pages, if the query returns it. */
export interface Found extends Position {
  readonly amount?: number
}

/** Words that a row's texts must contain, and which texts are searched; none when nothing is searched. */
export interface Search {
  readonly words: string
  readonly fields: readonly SearchField[]
}

/** What the text of a query depends on; everything else is a value. */
export interface Shape {
  readonly column: RequestScope['column']
  readonly statuses: boolean
  readonly forTenant: boolean
  readonly cleared: boolean
  readonly sort: ListSort
  readonly continued: boolean
}

/** The parameters of such a query. */
export interface Values {
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
  waiting: { column: 'status_changed_at', direction: 'asc', index: null },
  completed: { column: 'cleared_at', direction: 'desc', index: 'check_requests_cleared' },
} as const

/** True for the orders that follow the ids. */
export function isByArrival(sort: ListSort): boolean {
  return orders[sort].column === 'id'
}

export function shapeOf({ scope, statusIds, clearedSince, sort, after }: Selection): Shape {
  return {
    column: scope.column,
    statuses: statusIds !== null,
    // A requester's own requests are limited to their current group; the other columns imply the group.
    forTenant: scope.column === 'requester_id' && scope.dealerGroupId !== null,
    cleared: clearedSince !== null,
    sort,
    continued: after !== null,
  }
}

export function valuesOf({ scope, statusIds, clearedSince, after, limit }: Selection): Values {
  return {
    places: scope.ids,
    statuses: statusIds ?? [],
    group: scope.dealerGroupId,
    clearedSince,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
    limit,
  }
}

/** What makes a request part of the selection, on whatever page; `request` is its alias. */
export function belongs(param: Params<Values>, shape: Shape, request: string): RawBuilder<unknown>[] {
  const column = (name: string) => sql.ref(`${request}.${name}`)
  return [
    ...(shape.column ? [sql`${column(shape.column)} in (${sql.join(param.list('places'))})`] : []),
    ...(shape.statuses ? [sql`${column('status_id')} in (${sql.join(param.list('statuses'))})`] : []),
    ...(shape.forTenant ? [sql`${column('dealer_group_id')} = ${param('group')}`] : []),
    ...(shape.cleared ? [sql`${column('cleared_at')} >= ${param('clearedSince')}`] : []),
    // Closed requests always have this date, but SQLite uses its index only if the query says so.
    ...(shape.sort === 'completed' ? [sql`${column('cleared_at')} is not null`] : []),
  ]
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

/** All of these conditions, or none. */
export function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** The order of the selection, for columns `key` and `id`. */
export function inOrder({ sort }: Shape, key: string, id: string): RawBuilder<unknown> {
  const way = sql.raw(orders[sort].direction)
  return isByArrival(sort)
    ? sql`order by ${sql.ref(id)} ${way}`
    : sql`order by ${sql.ref(key)} ${way}, ${sql.ref(id)} ${way}`
}

/** True when any of these texts matches the pattern; `texts` is the alias of their table. */
export function holdsPattern(
  param: Params<{ pattern: string }>,
  fields: readonly SearchField[],
  texts: string,
): RawBuilder<boolean> {
  const tests = fields.map((field) => sql`${sql.ref(`${texts}.${field}`)} like ${param('pattern')} escape '\\'`)
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Words as a LIKE pattern that finds them anywhere, taken literally. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, '\\$&')}%`
}
