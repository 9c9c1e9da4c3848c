import { statuses, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type ListQuery, meaningOf } from '@check-requests/domain/check-requests/list/query.ts'
import {
  filteredStatuses,
  type ListSort,
  listedStatuses,
  searchFields,
} from '@check-requests/domain/check-requests/list/views.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import {
  areBest,
  bestFirst,
  decodeCursor,
  encodeCursor,
  isCount,
  isMoment,
  mostBest,
  pageOf,
} from '../../../platform/database/list.ts'
import type { Db } from '../../../tables.ts'
import { findNamed } from '../detail/find.ts'
import { filtersOf, narrowScope, waitingIn } from './filters.ts'
import {
  type Counting,
  type FoundPage,
  findFiltered,
  findPlanned,
  findQueued,
  foundWhole,
  type ListTotal,
} from './find-page.ts'
import { listedJson } from './listed-rows.ts'
import { type OwnQueue, queueOf, standsIn } from './own-queue.ts'
import { groupsOf, isEmptyScope, requestScope, wholeGroup } from './request-scope.ts'
import { findBest } from './search-ids.ts'
import { orders, type Position, type Search, type Selection } from './selection.ts'
import { needsGroups } from './walks.ts'

/** A page of a list as JSON text, in the shape of the list endpoint's response. */
export async function listJson(
  db: Db,
  { caller, query, now, counting }: { caller: Caller; query: ListQuery; now: number; counting: Counting },
): Promise<string> {
  const { ids, total, next } = await findPage(db, caller, query, now, { counting })
  const items = await listedJson(db, ids)
  const rest = JSON.stringify({
    total: total.total,
    sum: total.cents === null ? null : centsToDollars(total.cents),
    total_is_lower_bound: total.isLowerBound,
    newest_only: total.newestOnly,
    next_cursor: next,
  })
  return `{"items":${items},${rest.slice(1)}`
}

/**
 * The page as rows, with the next cursor. Used for exports, so the page also includes requests that other pages would
 * leave unexamined.
 */
export async function listRows(db: Db, caller: Caller, query: ListQuery, now: number) {
  const { ids, next, resume } = await findPage(db, caller, query, now, { isWhole: true })
  return { rows: await findNamed(db, ids), next: next ?? resume }
}

/** The ids of the requests on the page. */
export async function listIds(db: Db, caller: Caller, query: ListQuery, now: number): Promise<readonly number[]> {
  return (await findPage(db, caller, query, now, {})).ids
}

/** The total of a list, as its first page returns it, and the first requests. */
export async function listTotal(
  db: Db,
  { caller, query, now, counting }: { caller: Caller; query: ListQuery; now: number; counting: Counting },
) {
  const { ids, total } = await findPage(db, caller, query, now, { counting })
  return { total, first: await findNamed(db, ids) }
}

interface Wanted {
  /** Given if the first page returns the total. */
  readonly counting?: Counting | undefined
  /** True if the page must include requests that a page would otherwise leave unexamined. */
  readonly isWhole?: boolean
}

/** A page of a list. `resume` is the position from which to continue after an incomplete page. */
async function findPage(db: Db, caller: Caller, query: ListQuery, now: number, wanted: Wanted) {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, query.sort)
  const queue = query.view === 'pending' ? await queueOf(db, caller) : undefined
  const selection = select(caller, query, now, queue)
  if (!selection) return { ids: [], total: foundWhole([]).total, next: null, resume: null }
  const { counting, isWhole = false } = wanted
  const groups = needsGroups(db, selection) ? await groupsOf(db, selection.scope) : []
  const { shownBefore = [] } = cursor ?? {}
  const limit = selection.limit + shownBefore.length
  const hasBest = query.search !== '' && query.sort === 'newest' && !cursor && !isWhole
  const first = hasBest ? await findBest(db, selection, Math.min(mostBest, query.limit - 1)) : undefined
  const { best = [], ...known } = first ?? {}
  const page = { ...selection, ...known, groups, limit, after: cursor?.position ?? null }
  const found = await findAsAsked(db, page, { query, queue, counting: cursor ? undefined : counting, isWhole })
  const isCut = found.cutAt !== null
  const total = cursor ? { ...cursor.total, newestOnly: cursor.total.newestOnly || isCut } : found.total
  const { shown, last } = pageOf(bestFirst(found.rows, best, shownBefore), query.limit)
  const above = [...shownBefore, ...best.map(({ id }) => id)]
  const cursorAt = (at: Position | null | undefined) => (at ? writeCursor(at, total, above) : null)
  return { ids: shown.map(({ id }) => id), total, next: cursorAt(last), resume: cursorAt(found.cutAt) }
}

interface AsAsked {
  readonly counting: Counting | undefined
  readonly isWhole: boolean
  readonly query: ListQuery
  readonly queue: OwnQueue | undefined
}

function findAsAsked(db: Db, page: Selection, { query, queue, counting, isWhole }: AsAsked): Promise<FoundPage> {
  const names = Object.keys(page.filters)
  if (names.length === 0) return findPlanned(db, page, counting)
  // An approver's queue has no counts by location or requester.
  const isNarrowed = [query.department, query.dealership, query.requester].some((ids) => ids !== undefined)
  const isWholeQueue = queue && !queue.forOthers && names.every((name) => name in waitingIn(queue))
  if (isWholeQueue && !isNarrowed && page.search.words === '') return findQueued(db, page, queue.byStatus)
  return findFiltered(db, page, { counting, isWhole })
}

/** The requests that the caller sees and the query selects; undefined if its filters exclude each other. */
function select(caller: Caller, query: ListQuery, now: number, queue: OwnQueue | undefined): Selection | undefined {
  if (queue && !queue.forOthers && queue.audiences.length === 0) return undefined
  const asked = { ...filtersOf(query, caller, now), ...(queue && waitingIn(queue)) }
  const { scope, filters } = narrowScope(queue && standsIn(queue) ? wholeGroup(caller) : requestScope(caller), asked)
  const listed = filteredStatuses(listedStatuses(query.view, query.status, query.sort), query)
  const isCleared = 'clearedFrom' in filters || 'clearedBefore' in filters
  // Only closed requests have a cleared date, so a date range selects no other status.
  const isExcluded = isCleared && !listed.includes(statusNamed('closed').id)
  if (isEmptyScope(scope) || listed.length === 0 || isExcluded) return undefined
  const { clearedFrom = null, ...others } = filters
  const isClearedOnly = clearedFrom !== null && Object.keys(others).length === 0
  return {
    scope,
    statusIds: isCleared || listed.length === statuses.length ? null : listed,
    clearedSince: isClearedOnly ? clearedFrom : null,
    filters: isClearedOnly ? {} : filters,
    search: searchOf(query),
    sort: query.sort,
    after: null,
    limit: query.limit + 1,
  }
}

/** The search words and the searched texts. Without search words, uses the words of the payee filter. */
function searchOf({ search, payee = '' }: ListQuery): Search {
  if (search === '' && payee !== '') return { words: payee, fields: ['payee'], meaning: meaningOf('') }
  return { words: search, fields: search === '' ? [] : searchFields, meaning: meaningOf(search) }
}

/** The cursor of the next page, with the total counted for the first page and the best matches shown there. */
function writeCursor(
  { key, id }: Position,
  { total, cents, isLowerBound, newestOnly }: ListTotal,
  best: readonly number[],
): string {
  return encodeCursor([key, id, total, cents, Number(isLowerBound), Number(newestOnly), best])
}

/** Throws unless the text is a valid cursor for this order. */
function readCursor(text: string, sort: ListSort) {
  const isKey = (key: unknown): key is Position['key'] => keyTests[orders[sort].column](key)
  const [key, id, total, cents, isLowerBound, newestOnly, shownBefore] = decodeCursor<
    [Position['key'], number, number, number | null, number, number, number[]]
  >(text, [isKey, isCount, isCount, isCents, isFlag, isFlag, areBest])
  const flags = { isLowerBound: isLowerBound === 1, newestOnly: newestOnly === 1 }
  return { position: { key, id }, total: { total, cents, ...flags }, shownBefore }
}

const keyTests: Record<(typeof orders)[ListSort]['column'], (key: unknown) => boolean> = {
  id: isCount,
  amount_cents: isCount,
  priority_rank: isCount,
  due_date: (key) => typeof key === 'string' && isCalendarDate(key),
  status_changed_at: isMoment,
  cleared_at: isMoment,
}

function isCents(part: unknown): part is number | null {
  return part === null || isCount(part)
}

function isFlag(part: unknown): part is number {
  return part === 0 || part === 1
}
