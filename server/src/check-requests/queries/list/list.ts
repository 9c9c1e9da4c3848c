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
import { boundOf } from './scope-branches.ts'
import { searchByArrival, searchByKey } from './search-ids.ts'
import { type Found, isByArrival, orders, type Search, type Selection } from './selection.ts'

const day = 86_400_000
const shortestTrigram = 3

/** Requests that are read one by one at most, and that are passed by along an index for a count or an order; about 1 µs each. */
const readAtMost = 5000
const passedAtMost = 10_000
/** Matches that are counted at most, and that are put into another order than that of arrival. */
const countedAtMost = 100
const sortedAtMost = 500

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
  const plan = await choosePlan(db, selection, query)
  const rows = await plan.find({ ...selection, after: cursor?.position ?? null })
  const total = cursor?.total ?? (await plan.total(rows))
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit && shown.at(-1)
  const next = last ? encodeCursor({ position: { key: last.key, id: last.id }, total }) : null
  return { ids: shown.map(({ id }) => id), total, next }
}

/** What the query selects of what the caller sees; nothing when it excludes itself. */
function select(caller: Caller, query: ListQuery, now: number): Selection | undefined {
  const bound = boundOf(caller)
  const listed = listedStatuses(query.view, query.status, query.sort)
  const isWithin = query.within > 0
  // Only closed requests have been cleared, so that a span of days needs no status beside it.
  const isExcluded = isWithin && !listed.includes(statusNamed('closed').id)
  if (bound.values.length === 0 || listed.length === 0 || isExcluded) return undefined
  return {
    bound,
    statusIds: isWithin || listed.length === statuses.length ? null : listed,
    clearedSince: isWithin ? new Date(now - query.within * day).toISOString() : null,
    sort: query.sort,
    after: null,
    limit: query.limit + 1,
  }
}

/** How the rows of a page are found, and how many there are on all pages, judged by those of the first. */
interface Plan {
  find(selection: Selection): Promise<Found[]>
  total(first: readonly Found[]): Total | Promise<Total>
}

/**
 * There are two ways to a page: along an index that has the order of the list, passing by what is not in the
 * selection, or through the whole selection. Each is taken where it reads less, so that no list grows with the data.
 */
async function choosePlan(db: Db, selection: Selection, query: ListQuery): Promise<Plan> {
  const size = await sizeOf(db, selection)
  const search = query.search === '' ? null : { words: query.search, fields: searchedFields(query.view) }
  if (search) return planSearch(db, selection, search, size)
  const total = () => (selection.clearedSince !== null && size > readAtMost ? atLeast(readAtMost) : exactly(size))
  if (selection.clearedSince !== null) return { find: (page) => readOneByOne(db, page, everything), total }
  if (isByArrival(query.sort)) return { find: (page) => walkByArrival(db, page), total }
  // Who waits are few, since requests do not stay open for years: they need no index of that order.
  const hasIndex = orders[query.sort].index !== null
  const isShorterAlongIndex = hasIndex && selection.limit < size * (size / (await findNewestId(db)))
  return { find: (page) => (isShorterAlongIndex ? walkByKey(db, page) : readOneByOne(db, page, everything)), total }
}

const everything = { search: null, newest: null }

async function planSearch(db: Db, selection: Selection, search: Search, size: number): Promise<Plan> {
  const share = size / (await findNewestId(db))
  if ([...search.words].length >= shortestTrigram && favoursMatches(selection, size, share))
    return isByArrival(selection.sort) ? planMatches(db, selection, search, share) : planSortedMatches(db, search)
  const isTooMany = size > readAtMost
  return {
    find: (page) => readOneByOne(db, page, { search, newest: isTooMany ? readAtMost : null }),
    total: ([first]) => ({ total: first?.amount ?? 0, isLowerBound: isTooMany, newestOnly: isTooMany }),
  }
}

// What the index finds lies in the selection as often as the selection's share of everything says.
function favoursMatches({ sort, clearedSince, limit }: Selection, size: number, share: number): boolean {
  if (!isByArrival(sort)) return sortedAtMost < Math.min(size, passedAtMost) * share
  // Whatever was cleared of late is far from the oldest end.
  if (sort === 'oldest' && clearedSince !== null) return false
  return limit < size * share || size > readAtMost
}

// The first page reads on for the sake of the total, since finding what it shows once more would cost as much again.
function planMatches(db: Db, selection: Selection, search: Search, share: number): Plan {
  const countable = Math.min(countedAtMost, Math.floor(passedAtMost * share))
  const limit = Math.max(selection.limit, countable + 1)
  return {
    find: (page) => searchByArrival(db, page.after ? page : { ...page, limit }, search),
    total: (rows) => (rows.length < limit ? exactly(rows.length) : atLeast(limit - 1)),
  }
}

function planSortedMatches(db: Db, search: Search): Plan {
  return {
    find: (page) => searchByKey(db, page, search, sortedAtMost + 1),
    total: ([first]) => {
      const amount = first?.amount ?? 0
      return amount > sortedAtMost ? { ...atLeast(sortedAtMost), newestOnly: true } : exactly(amount)
    },
  }
}

/** How many requests the caller sees at these statuses, before any search; what was cleared is counted up to a limit. */
async function sizeOf(db: Db, selection: Selection): Promise<number> {
  const { bound, statusIds, clearedSince } = selection
  if (clearedSince !== null) return countCleared(db, { ...selection, limit: readAtMost + 1 })
  const counts = await countByStatus(db, bound)
  const counted = statusIds === null ? [...counts.values()] : statusIds.map((id) => counts.get(id) ?? 0)
  return counted.reduce((sum, amount) => sum + amount, 0)
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
