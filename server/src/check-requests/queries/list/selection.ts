import { comparedNumber } from '@check-requests/domain/check-requests/duplicates.ts'
import type { SearchMeaning } from '@check-requests/domain/check-requests/list/query.ts'
import type { ListSort, SearchField } from '@check-requests/domain/check-requests/list/views.ts'
import { payeeKey } from '@check-requests/domain/payees/identity.ts'
import { isLongWord, searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  type Count,
  follows,
  likePattern,
  type OrderRow,
  orderBy,
  patternsOf,
  phrase,
} from '../../../platform/database/list.ts'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import { speaksPostgres } from '../../../platform/database/sql-helpers.ts'
import type { Db } from '../../../tables.ts'
import { plain, type RequestScope } from './request-scope.ts'

/** The list filters other than status, as column values. Always in this order. */
export interface Filters {
  readonly departments?: readonly number[]
  readonly dealerships?: readonly number[]
  readonly requesters?: readonly number[]
  readonly purposes?: readonly number[]
  readonly priorities?: readonly number[]
  readonly amountFrom?: number
  readonly amountTo?: number
  readonly dueFrom?: string
  readonly dueTo?: string
  readonly raisedFrom?: string
  readonly raisedBefore?: string
  readonly clearedFrom?: string
  readonly clearedBefore?: string
  /** Patterns that the payee text must all match. */
  readonly payee?: readonly string[]
  /** A user who has decided on the requests (B3). */
  readonly handledBy?: number
  /**
   * JSON: the audiences whose pending requests are listed. Each is paired with 0, or with an absent user who isn't
   * excluded.
   */
  readonly audiences?: string
  /**
   * JSON: the audiences of a super admin. Lists requests that are pending for one of these audiences, or in no queue at
   * all.
   */
  readonly beside?: string
  /** Omits requests from whose audience this user is excluded. */
  readonly notLeftOut?: number
}
export type FilterName = keyof Filters

/** Words that a row's texts must contain in any order, which texts are searched, and other meanings of the words. */
export interface Search {
  readonly words: string
  readonly fields: readonly SearchField[]
  readonly meaning: SearchMeaning
}

/** The end of a page: the sort key and id of its last row. */
export interface Position {
  readonly key: number | string
  readonly id: number
}

/** The page to read, with everything that determines its rows. */
export interface Selection {
  readonly scope: RequestScope
  /** Null for all statuses. */
  readonly statusIds: readonly number[] | null
  readonly clearedSince: string | null
  readonly filters: Filters
  readonly search: Search
  readonly sort: ListSort
  readonly after: Position | null
  readonly limit: number
  /** The dealer groups whose indexes are merged, for callers who see all groups. */
  readonly groups?: readonly number[]
  /** True if a walk in id order follows the whole group, because the selection has too many places. */
  readonly isAlongGroup?: boolean
  /** The maximum number of requests to examine; undefined for all. */
  readonly upTo?: number
  /** The id of the newest request in any group, if it is known. */
  readonly newestId?: number
  /** Requests to choose from. */
  readonly among?: readonly number[]
}

/**
 * A page row. `amount` and `cents` are the count and total over all pages if the query returns them. Without `amount`,
 * `cents` is the row's own amount.
 */
export interface Found extends Position, Partial<Count> {}

// biome-ignore format: a table, one row each
export const orders = {
  newest: { column: 'id', direction: 'desc', index: null },
  oldest: { column: 'id', direction: 'asc', index: null },
  'amount-high': { column: 'amount_cents', direction: 'desc', index: 'check_requests_group_amount' },
  'amount-low': { column: 'amount_cents', direction: 'asc', index: 'check_requests_group_amount' },
  priority: { column: 'priority_rank', direction: 'desc', index: 'check_requests_group_priority' },
  due: { column: 'due_date', direction: 'asc', index: 'check_requests_group_due' },
  waiting: { column: 'status_changed_at', direction: 'asc', index: 'check_requests_group_changed' },
  completed: { column: 'cleared_at', direction: 'desc', index: 'check_requests_group_changed' },
} as const satisfies Record<ListSort, OrderRow>

/** Returns true for the orders that follow the ids. */
export function isByArrival(sort: ListSort): boolean {
  return orders[sort].column === 'id'
}

/** The part of a selection that determines the text of its statement. Everything else is a parameter. */
function shapeOf(selection: Selection) {
  const { scope, statusIds, clearedSince, filters, search, sort, after, upTo, isAlongGroup = false } = selection
  const { column, dealerGroupId, isNarrowed = false } = scope
  const { amounts, number, vin } = search.meaning
  return {
    column,
    statuses: statusIds !== null,
    // A requester's own requests, and those found by a location or user filter, are limited to the current group. Other
    // scopes imply the group.
    forTenant: (column === 'requester_id' || isNarrowed) && dealerGroupId !== null,
    inGroup: dealerGroupId !== null,
    cleared: clearedSince !== null,
    filters: Object.keys(filters) as FilterName[],
    sort,
    continued: after !== null,
    isPart: upTo !== undefined,
    isAlongGroup,
    fields: search.fields,
    amounts: amounts !== null,
    number: number !== null,
    vin: vin !== null,
    /** True if the words can be a whole number, which always has a digit. */
    hasDigit: /\d/.test(search.words),
    /** True if the words can be the last part of a request number. */
    isCounter: counter.test(search.words.trim()),
    /** True if a word is too short for the trigram index. */
    hasShort: searchedWords(search.words).some((word) => !isLongWord(word)),
  }
}

function valuesOf(selection: Selection) {
  const { scope, statusIds, clearedSince, filters, search, after, limit, groups = [], upTo, among = [] } = selection
  const { amounts, number, vin } = search.meaning
  return {
    ...filters,
    places: scope.ids,
    statuses: statusIds ?? [],
    group: scope.dealerGroupId,
    groups,
    clearedSince,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
    limit,
    upTo: upTo ?? null,
    patterns: patternsOf(search.words),
    amountsFrom: amounts?.from ?? null,
    amountsTo: amounts?.to ?? null,
    numberPattern: likePattern(number ?? ''),
    vin,
    among: JSON.stringify(among),
    ...phrasesOf(search),
    ...wholeOf(search.words),
  }
}

const counter = /^\d{1,9}$/

/** The words as a whole request number, the last part of one, check number, reference number, and payee name. */
function wholeOf(words: string) {
  const text = words.trim()
  const check = /^\d{1,10}$/.test(text) ? text.replace(/^0+/, '') : ''
  return {
    wholeRequest: text.toUpperCase(),
    wholeCheck: check,
    counterEnd: `%-${text.padStart(6, '0')}`,
    counterPhrase: `{request_number} : ${phrase(`-${text.padStart(6, '0')}`)}`,
    wholeNumber: comparedNumber(text),
    wholePayee: text === '' ? '' : payeeKey(text),
  }
}

/** The search words as a query for the SQLite trigram indexes. */
export function phrasesOf({ words, fields, meaning }: Search) {
  const phrases = searchedWords(words).filter(isLongWord).map(phrase).join(' AND ')
  const inTexts = `{${columnsOf(fields).join(' ')}} : (${phrases})`
  return {
    check_request_fts: meaning.number === null ? inTexts : `(${inTexts}) OR {numbers} : ${phrase(meaning.number)}`,
    check_request_notes_fts: phrases,
  }
}

/** The columns of the texts to search. */
export function columnsOf(fields: readonly SearchField[]): readonly SearchField[] {
  return fields.filter((field) => field !== 'notes' && field !== 'numbers')
}

/** The shape and parameters of a selection, from which a statement is built. */
export interface Asked extends ReturnType<typeof shapeOf> {
  readonly db: Db
  readonly param: Params<ReturnType<typeof valuesOf>>
}

/** A statement about a selection, built once for each shape. */
export function ask<Row, More extends unknown[]>(build: (asked: Asked, ...more: More) => RawBuilder<Row>) {
  const statement = prepare((db: Db, param: Asked['param'], shape: ReturnType<typeof shapeOf>, ...more: More) =>
    build({ ...shape, db, param }, ...more),
  )
  return (db: Db, selection: Selection, ...more: More) =>
    statement(db, valuesOf(selection), shapeOf(selection), ...more)
}

/** A column of `r` in a condition that must not divert SQLite from the intended index. */
export function guarded({ db }: Asked): (name: string) => RawBuilder<unknown> {
  return speaksPostgres(db) ? plain : (name) => sql`+${plain(name)}`
}

/** The condition that a row of this table belongs to the caller's group, or to any group, for an index of groups. */
export function inGroups({ param, inGroup }: Asked, table = 'r'): RawBuilder<unknown> {
  const group = sql.ref(`${table}.dealer_group_id`)
  return inGroup ? sql`${group} = ${param('group')}` : sql`${group} in (select id from dealer_groups)`
}

/**
 * The conditions for a request `r` to be in the selection before its filters, on any page. `column` returns the SQL of
 * a column.
 */
export function belongs(asked: Asked, column = plain): RawBuilder<unknown>[] {
  const { param } = asked
  return [
    ...(asked.column ? [sql`${column(asked.column)} in ${param.oneOf('places')}`] : []),
    ...(asked.statuses ? [sql`${column('status_id')} in ${param.oneOf('statuses')}`] : []),
    ...ofCallersGroup(asked),
    ...(asked.cleared ? [sql`r.cleared_at >= ${param('clearedSince')}`] : []),
    // Closed requests always have this date, but SQLite uses its index only if the query repeats this condition.
    ...(asked.sort === 'completed' ? [sql`${column('cleared_at')} is not null`] : []),
  ]
}

function ofCallersGroup({ db, param, inGroup, forTenant }: Asked): RawBuilder<unknown>[] {
  // PostgreSQL plans the query without knowing the group in the row-level security policy that adds this condition, and
  // assumes that the group is small.
  if (speaksPostgres(db)) return inGroup ? [sql`r.dealer_group_id = ${param('group')}`] : []
  // Adding 0 keeps SQLite from using the index of the whole group, which SQLite considers as good as the index of the
  // narrower column.
  return forTenant ? [sql`r.dealer_group_id + 0 = ${param('group')}`] : []
}

/** The sort key of a request `r`. */
export function keyOf({ sort }: Asked): string {
  return `r.${orders[sort].column}`
}

/** The same selection, starting from its newest request. */
export function newestFirst(asked: Asked): Asked {
  return { ...asked, sort: 'newest', continued: false }
}

/** The condition that a row comes after the last one of the previous page, if there is one. */
export function beyond({ param, sort, continued }: Asked, key: string, id: string): RawBuilder<unknown>[] {
  const { direction } = orders[sort]
  if (!continued) return []
  if (isByArrival(sort)) return [follows(direction, [id], [param('afterId')])]
  return [follows(direction, [key, id], [param('afterKey'), param('afterId')])]
}

/** The order of the selection, or its reverse, for columns `key` and `id`. */
export function inOrder({ sort }: Asked, key: string, id: string, direction = orders[sort].direction) {
  return orderBy(direction, isByArrival(sort) ? [id] : [key, id])
}

/** The number and total of rows `r` over all pages. */
export const allPages = sql`count(*) over () as amount, cast(sum(r.amount_cents) over () as bigint) as cents`

/** The number and total of these requests. */
export function counted(found: RawBuilder<unknown>): RawBuilder<Count> {
  return sql<Count>`select count(*) as amount, cast(coalesce(sum(cents), 0) as bigint) as cents from (${found}) as found`
}
