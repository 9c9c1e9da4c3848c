import { statuses, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type ListQuery, meaningOf } from '@check-requests/domain/check-requests/list/query.ts'
import { filteredStatuses, listedStatuses, searchFields } from '@check-requests/domain/check-requests/list/views.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { type OwnQueue, queueOf, standsIn } from '../../../approvals/queries/waiting.ts'
import type { Db } from '../../../tables.ts'
import { findNamed } from '../detail/find.ts'
import { countInScope } from './counters.ts'
import { readFiltered, walkFiltered } from './filtered-ids.ts'
import { findFiltered, findFilteredWhole } from './filtered-list.ts'
import { filtersOf, narrowScope, waitingIn, waysOf } from './filters.ts'
import { type Count, countCleared, findNewestId, readOneByOne, walkByArrival, walkByKey } from './list-ids.ts'
import {
  atLeast,
  decodeCursor,
  encodeCursor,
  exactly,
  type FoundPage,
  listedJson,
  matchesOf,
  type Total,
  withCount,
} from './list-page.ts'
import { lettersOf, noSearch, type Search } from './patterns.ts'
import {
  choosePlan,
  chooseQueuePlan,
  costOf,
  limits,
  type Plan,
  prefersWay,
  type QueueSizes,
  type Sizes,
  takesLong,
} from './plan.ts'
import { isEmptyScope, requestScope, wholeGroup } from './request-scope.ts'
import { countFound, guessMatches, searchByArrival, searchByKey } from './search-ids.ts'
import { type Found, isByArrival, type Position, type Selection } from './selection.ts'

/** A page of a list as JSON text, in the shape of the list endpoint's response. */
export async function listJson(db: Db, caller: Caller, query: ListQuery, now: number): Promise<string> {
  const { ids, total, next } = await findPage(db, caller, query, now, { counts: true })
  return reply(await listedJson(db, ids), total, next)
}

/**
 * The page as rows with the next cursor, for an export, which also includes the requests that a page leaves unexamined.
 */
export async function listRows(db: Db, caller: Caller, query: ListQuery, now: number) {
  const { ids, next, resume } = await findPage(db, caller, query, now, { isWhole: true })
  return { rows: await findNamed(db, ids), next: next ?? resume }
}

/** The ids of the requests on the page. */
export async function listIds(db: Db, caller: Caller, query: ListQuery, now: number): Promise<readonly number[]> {
  return (await findPage(db, caller, query, now, {})).ids
}

interface Page {
  readonly ids: readonly number[]
  readonly total: Total
  readonly next: string | null
  /** The position from which to continue examining after an incomplete page. */
  readonly resume: string | null
}

interface Wanted {
  /** The total that the first page returns. */
  readonly counts?: boolean
  /** The rest that a page leaves unexamined. */
  readonly isWhole?: boolean
}

async function findPage(db: Db, caller: Caller, query: ListQuery, now: number, wanted: Wanted): Promise<Page> {
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, query.sort)
  const queue = query.view === 'pending' ? await queueOf(db, caller) : undefined
  const selection = select(caller, query, now, queue)
  if (!selection) return { ids: [], total: exactly(0, 0), next: null, resume: null }
  const page = { ...selection, after: cursor?.position ?? null }
  const isNarrowed = [query.department, query.dealership, query.requester].some((ids) => ids !== undefined)
  const { counts = false, isWhole = false } = wanted
  const asked = { search: searchOf(query), queue, isNarrowed, counts: counts && !cursor, isWhole }
  const found = await findAsAsked(db, page, asked)
  const isCut = found.cutAt !== null
  const total = cursor ? { ...cursor.total, newestOnly: cursor.total.newestOnly || isCut } : found.total
  const shown = found.rows.slice(0, query.limit)
  const last = found.rows.length > query.limit ? shown.at(-1) : undefined
  const cursorAt = (position: Position | null | undefined) => (position ? encodeCursor({ position, total }) : null)
  return { ids: shown.map(({ id }) => id), total, next: cursorAt(last), resume: cursorAt(found.cutAt) }
}

interface Asked {
  readonly search: Search
  readonly queue: OwnQueue | undefined
  /** The query asks for a location or a requester, for which the queue has no counts. */
  readonly isNarrowed: boolean
  readonly counts: boolean
  readonly isWhole: boolean
}

function findAsAsked(
  db: Db,
  page: Selection,
  { search, queue, isNarrowed, counts, isWhole }: Asked,
): Promise<FoundPage> {
  const names = Object.keys(page.filters)
  const isWholeQueue = queue && !queue.forOthers && names.every((name) => name in waitingIn(queue))
  if (isWholeQueue && !isNarrowed && search.words === '' && names.length > 0) return findQueued(db, page, queue)
  if (names.length === 0) return findPlanned(db, page, search, counts)
  return (isWhole ? findFilteredWhole : findFiltered)(db, page, search, counts)
}

/** The selection of the query from what the caller sees; undefined if its filters exclude each other. */
function select(caller: Caller, query: ListQuery, now: number, queue: OwnQueue | undefined): Selection | undefined {
  if (queue && !queue.forOthers && queue.audiences.length === 0) return undefined
  const asked = { ...filtersOf(query, caller, now), ...(queue && waitingIn(queue)) }
  const { scope, filters } = narrowScope(queue && standsIn(queue) ? wholeGroup(caller) : requestScope(caller), asked)
  const listed = filteredStatuses(listedStatuses(query.view, query.status, query.sort), query)
  const isCleared = 'clearedFrom' in filters || 'clearedBefore' in filters
  // Only closed requests have a cleared date, so a date range needs no status filter.
  const isExcluded = isCleared && !listed.includes(statusNamed('closed').id)
  if (isEmptyScope(scope) || listed.length === 0 || isExcluded) return undefined
  const { clearedFrom = null, ...others } = filters
  const isClearedOnly = clearedFrom !== null && Object.keys(others).length === 0
  return {
    scope,
    statusIds: isCleared || listed.length === statuses.length ? null : listed,
    clearedSince: isClearedOnly ? clearedFrom : null,
    filters: isClearedOnly ? {} : filters,
    sort: query.sort,
    after: null,
    limit: query.limit + 1,
  }
}

/** The search words and the searched texts: those of the payee filter if there are no others. */
function searchOf({ search, payee = '' }: ListQuery): Search {
  if (search === '' && payee !== '') return { words: payee, fields: ['payee'], meaning: meaningOf('') }
  return { words: search, fields: search === '' ? [] : searchFields, meaning: meaningOf(search) }
}

async function findPlanned(db: Db, page: Selection, search: Search, counts: boolean): Promise<FoundPage> {
  const sizes = await sizesOf(db, page, search)
  const { plan, isLong } = await cheaper(db, choosePlan(sizes), search, sizes)
  const { find, total } = steps[plan]
  const rows = await find(db, page, search, { ...sizes, isLong })
  const found = { rows, total: total(sizes, rows), cutAt: null }
  const isIndexed = sizes.letters >= limits.trigram
  return counts && isIndexed ? withCount(found, page, (upTo) => countFound(db, upTo, search)) : found
}

/** Words that are rare overall are found faster with the text index than by reading thousands of texts. */
async function cheaper(db: Db, plan: Plan, search: Search, { letters, selected }: Sizes) {
  const isLong = !plan.startsWith('match-') && takesLong(Math.min(selected, limits.read), costOf(search))
  if (!plan.startsWith('read-') || letters < limits.trigram || selected < limits.asked) return { plan, isLong }
  const found = await guessMatches(db, search, limits.sorted)
  if (found >= limits.sorted) return { plan, isLong }
  return { plan: 'match-order' as const, isLong: takesLong(found, 'match') }
}

/** Reads the data for choosing a plan. */
async function sizesOf(db: Db, selection: Selection, { words }: Search): Promise<Sizes & Pick<Count, 'cents'>> {
  const { sort, limit, clearedSince } = selection
  const isArrivalOnly = words === '' && isByArrival(sort)
  const { amount: selected, cents } = await countSelected(db, selection)
  return {
    selected,
    cents,
    // Lists in id order are the most common, and none of their plans needs it.
    all: isArrivalOnly ? 0 : await findNewestId(db),
    page: limit,
    letters: lettersOf(words),
    sort,
    isCleared: clearedSince !== null,
  }
}

/**
 * The number of requests that the caller sees at these statuses before a search; cleared ones are counted up to a
 * limit.
 */
function countSelected(db: Db, selection: Selection): Promise<Count> {
  const { scope, statusIds, clearedSince } = selection
  if (clearedSince !== null) return countCleared(db, { ...selection, limit: limits.counted + 1 })
  return countInScope(db, scope, statusIds)
}

/** How a plan finds the rows of a page, and the total on all pages, as found by the first page. */
interface Steps {
  find(db: Db, page: Selection, search: Search, sizes: Sizes & { readonly isLong: boolean }): Promise<Found[]>
  total(sizes: Sizes & Pick<Count, 'cents'>, first: readonly Found[]): Total
}

const steps: Record<Plan, Steps> = {
  'walk-arrival': { find: walkByArrival, total: totalSelected },
  'walk-order': { find: walkByKey, total: totalSelected },
  'sort-selection': { find: readSelection, total: totalSelected },
  'read-selection': { find: readSelection, total: (_sizes, rows) => exactly(...matchesOf(rows)) },
  'read-newest': {
    find: (db, page, search, { selected, all, isLong }) =>
      readOneByOne(db, page, { search, newest: limits.read, isDense: prefersWay(selected, all), isLong }),
    total: (_sizes, rows) => ({ ...atLeast(matchesOf(rows)[0]), newestOnly: true }),
  },
  'match-arrival': {
    find: searchByArrival,
    total: ({ page }, rows) => (rows.length < page ? exactly(rows.length, moneyOf(rows)) : atLeast(rows.length)),
  },
  'match-order': {
    find: (db, page, search, { isLong }) => searchByKey(db, page, { search, newest: limits.sorted + 1, isLong }),
    total: (_sizes, rows) =>
      matchesOf(rows)[0] > limits.sorted
        ? { ...atLeast(limits.sorted), newestOnly: true }
        : exactly(...matchesOf(rows)),
  },
}

function readSelection(db: Db, page: Selection, search: Search, { isLong }: { isLong: boolean }): Promise<Found[]> {
  return readOneByOne(db, page, { search, newest: null, isDense: false, isLong })
}

function totalSelected({ selected, cents, isCleared }: Sizes & Pick<Count, 'cents'>): Total {
  return isCleared && selected > limits.counted ? atLeast(limits.counted) : exactly(selected, cents)
}

function moneyOf(rows: readonly Found[]): number {
  return rows.reduce((sum, { cents = 0 }) => sum + cents, 0)
}

function reply(items: string, { total, cents, isLowerBound, newestOnly }: Total, next: string | null): string {
  const rest = JSON.stringify({
    total,
    sum: cents === null ? null : centsToDollars(cents),
    total_is_lower_bound: isLowerBound,
    newest_only: newestOnly,
    next_cursor: next,
  })
  return `{"items":${items},${rest.slice(1)}`
}

/**
 * A page of one approver's pending requests under a policy without other filters. Their number is known: if they are
 * most of the visible requests, a scan in list order soon fills a page; otherwise all of them are read.
 */
async function findQueued(db: Db, page: Selection, { byStatus }: OwnQueue): Promise<FoundPage> {
  const counts = [...byStatus].filter(([id]) => page.statusIds === null || page.statusIds.includes(id))
  const waiting = counts.reduce((sum, [, amount]) => sum + amount, 0)
  if (waiting === 0) return { rows: [], total: exactly(0, 0), cutAt: null }
  const sizes = { waiting, passed: await countPassed(db, page), page: page.limit }
  const walked = chooseQueuePlan(sizes) === 'walk' ? await walk(db, page, sizes) : undefined
  if (walked && (walked.cutAt === null || waiting > limits.read)) return { ...walked, total: exactly(waiting, null) }
  const [way = null] = waysOf(page.filters)
  const rows = await readFiltered(db, page, { search: noSearch, way, isLong: takesLong(waiting, 'text') })
  return { rows, total: exactly(...matchesOf(rows)), cutAt: null }
}

// An order has one index for all dealer groups; locations and statuses have their own in id order.
async function countPassed(db: Db, { scope, statusIds, sort }: Selection): Promise<number> {
  return isByArrival(sort) ? (await countInScope(db, scope, statusIds)).amount : findNewestId(db)
}

/** The page, as far as it was found within the limit of examined requests. */
async function walk(db: Db, page: Selection, sizes: QueueSizes): Promise<Pick<FoundPage, 'rows' | 'cutAt'>> {
  const passed = (sizes.page * sizes.passed) / sizes.waiting
  const { rows, examined, budget, last } = await walkFiltered(db, page, { search: noSearch, way: null, passed })
  return { rows, cutAt: rows.length >= page.limit || examined < budget ? null : last }
}
