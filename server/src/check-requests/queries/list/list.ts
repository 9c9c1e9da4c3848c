import { statuses, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListQuery } from '@check-requests/domain/check-requests/list-query.ts'
import { listedStatuses, searchedFields } from '@check-requests/domain/check-requests/list-views.ts'
import type { Caller } from '../../../sessions/queries/caller.ts'
import type { Db } from '../../../tables.ts'
import { findNamed } from '../detail/find.ts'
import { countByStatus } from './counters.ts'
import { decodeCursor, encodeCursor, type Total } from './cursor.ts'
import { countCleared, findNewestId, readOneByOne, walkByArrival, walkByKey } from './list-ids.ts'
import { listedJson } from './list-page.ts'
import { choosePlan, limits, matchesRead, type Plan, type Sizes } from './plan.ts'
import { isEmptyScope, requestScope } from './request-scope.ts'
import { searchByArrival, searchByKey } from './search-ids.ts'
import { type Found, isByArrival, type Search, type Selection } from './selection.ts'

const day = 86_400_000

/** A page of a list as JSON text, in the shape of the list endpoint's reply. */
export async function listJson(db: Db, caller: Caller, query: ListQuery, now: number): Promise<string> {
  const { ids, total, next } = await findPage(db, caller, query, now)
  return reply(await listedJson(db, ids), total, next)
}

/** The same page as rows, and the cursor of the next one, for a file. */
export async function listRows(db: Db, caller: Caller, query: ListQuery, now: number) {
  const { ids, next } = await findPage(db, caller, query, now)
  return { rows: await findNamed(db, ids), next }
}

interface Page {
  readonly ids: readonly number[]
  readonly total: Total
  readonly next: string | null
}

async function findPage(db: Db, caller: Caller, query: ListQuery, now: number): Promise<Page> {
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, query.sort)
  const selection = select(caller, query, now)
  if (!selection) return { ids: [], total: exactly(0), next: null }
  const search = searchOf(query)
  const sizes = await sizesOf(db, selection, search)
  const { find, total: totalOf } = steps[choosePlan(sizes)]
  const rows = await find(db, { ...selection, after: cursor?.position ?? null }, search, sizes)
  const total = cursor?.total ?? totalOf(sizes, rows)
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit && shown.at(-1)
  const next = last ? encodeCursor({ position: { key: last.key, id: last.id }, total }) : null
  return { ids: shown.map(({ id }) => id), total, next }
}

/** What the query selects from what the caller sees; undefined when its filters exclude each other. */
function select(caller: Caller, query: ListQuery, now: number): Selection | undefined {
  const scope = requestScope(caller)
  const listed = listedStatuses(query.view, query.status, query.sort)
  const isWithin = query.within > 0
  // Only closed requests have a cleared date, so a date range needs no status filter as well.
  const isExcluded = isWithin && !listed.includes(statusNamed('closed').id)
  if (isEmptyScope(scope) || listed.length === 0 || isExcluded) return undefined
  return {
    scope,
    statusIds: isWithin || listed.length === statuses.length ? null : listed,
    clearedSince: isWithin ? new Date(now - query.within * day).toISOString() : null,
    sort: query.sort,
    after: null,
    limit: query.limit + 1,
  }
}

function searchOf({ search, view }: ListQuery): Search {
  return { words: search, fields: search === '' ? [] : searchedFields(view) }
}

/** Reads what the choice of a plan depends on. */
async function sizesOf(db: Db, selection: Selection, { words }: Search): Promise<Sizes> {
  const { sort, limit, clearedSince } = selection
  const isArrivalOnly = words === '' && isByArrival(sort)
  return {
    selected: await countSelected(db, selection),
    // No plan for a list by arrival depends on it, and most lists are by arrival.
    all: isArrivalOnly ? 0 : await findNewestId(db),
    page: limit,
    letters: [...words].length,
    sort,
    isCleared: clearedSince !== null,
  }
}

/** How many requests the caller sees at these statuses, before any search; those cleared are counted up to a limit. */
async function countSelected(db: Db, selection: Selection): Promise<number> {
  const { scope, statusIds, clearedSince } = selection
  if (clearedSince !== null) return countCleared(db, { ...selection, limit: limits.read + 1 })
  const counts = await countByStatus(db, scope)
  const counted = statusIds === null ? [...counts.values()] : statusIds.map((id) => counts.get(id) ?? 0)
  return counted.reduce((sum, amount) => sum + amount, 0)
}

/** How a plan finds the rows of a page, and the total on all pages, as found by the first. */
interface Steps {
  find(db: Db, page: Selection, search: Search, sizes: Sizes): Promise<Found[]>
  total(sizes: Sizes, first: readonly Found[]): Total
}

const steps: Record<Plan, Steps> = {
  'walk-arrival': { find: walkByArrival, total: totalSelected },
  'walk-order': { find: walkByKey, total: totalSelected },
  'sort-selection': { find: readSelection, total: totalSelected },
  'read-selection': { find: readSelection, total: (_sizes, rows) => exactly(matchesOf(rows)) },
  'read-newest': {
    find: (db, page, search) => readOneByOne(db, page, { search, newest: limits.read }),
    total: (_sizes, rows) => ({ total: matchesOf(rows), isLowerBound: true, newestOnly: true }),
  },
  'match-arrival': {
    // The first page keeps reading to get the total, since a second query to count would cost as much again.
    find: (db, page, search, sizes) =>
      searchByArrival(db, page.after ? page : { ...page, limit: matchesRead(sizes) }, search),
    total: (sizes, rows) => (rows.length < matchesRead(sizes) ? exactly(rows.length) : atLeast(matchesRead(sizes) - 1)),
  },
  'match-order': {
    find: (db, page, search) => searchByKey(db, page, search, limits.sorted + 1),
    total: (_sizes, rows) =>
      matchesOf(rows) > limits.sorted ? { ...atLeast(limits.sorted), newestOnly: true } : exactly(matchesOf(rows)),
  },
}

function readSelection(db: Db, page: Selection, search: Search): Promise<Found[]> {
  return readOneByOne(db, page, { search, newest: null })
}

function totalSelected({ selected, isCleared }: Sizes): Total {
  return isCleared && selected > limits.read ? atLeast(limits.read) : exactly(selected)
}

/** Matches on all pages, a number that each row of a search result carries. */
function matchesOf([first]: readonly Found[]): number {
  return first?.amount ?? 0
}

function exactly(total: number): Total {
  return { total, isLowerBound: false, newestOnly: false }
}

function atLeast(total: number): Total {
  return { total, isLowerBound: true, newestOnly: false }
}

function reply(items: string, { total, isLowerBound, newestOnly }: Total, next: string | null): string {
  const rest = JSON.stringify({ total, total_is_lower_bound: isLowerBound, newest_only: newestOnly, next_cursor: next })
  return `{"items":${items},${rest.slice(1)}`
}
