import {
  asCounted,
  atLeast,
  type Count,
  exactly,
  mostCounted,
  mostMerged,
  type Total,
} from '../../../platform/database/list.ts'
import type { Db } from '../../../tables.ts'
import { countFiltered, countOnWay, type Examined, matchFiltered, readFiltered, walkFiltered } from './filtered-ids.ts'
import { type Way, waysOf } from './filters.ts'
import { countCleared, findNewestId, readOneByOne, walkByArrival, walkByKey } from './list-ids.ts'
import {
  chooseFilteredPlan,
  choosePlan,
  chooseQueuePlan,
  costOf,
  lettersOf,
  limits,
  type Plan,
  prefersGroup,
  prefersWay,
  type Sizes,
  takesLong,
} from './plan.ts'
import { countInGroup, countInScope } from './request-scope.ts'
import { countFound, guessMatches, searchByArrival, searchByKey } from './search-ids.ts'
import { type Found, isByArrival, type Position, type Selection } from './selection.ts'
import { branchesOf } from './walks.ts'

/** The total of a list. `newestOnly` is true if only the newest requests were examined. */
export interface ListTotal extends Total {
  readonly newestOnly: boolean
}

/** The rows of a page, and one more if there is another page. */
export interface FoundPage {
  readonly rows: readonly Found[]
  /** The total over all pages, returned with the first page. */
  readonly total: ListTotal
  /**
   * The last examined request, if the page might be missing requests that weren't examined; null for a complete page.
   */
  readonly cutAt: Position | null
}

export function foundWhole(rows: readonly Found[], total: Total = exactly(...allOf(rows))): FoundPage {
  return { rows, total: { ...total, newestOnly: false }, cutAt: null }
}

/** The number and total of matches on all pages, which every row of a search result carries. */
function allOf([first]: readonly Found[]): [amount: number, cents: number] {
  return [first?.amount ?? 0, first?.cents ?? 0]
}

/** Counts the matches of a selection, or returns the count of an earlier call that is still right. */
export type Counting = (question: string, count: () => Promise<Count>) => Promise<Count>

/** The page with its total counted up to 10,000 (F4), unless reading the page already provided the total. */
async function withCount(
  found: FoundPage,
  db: Db,
  page: Selection,
  { counting, count }: { counting: Counting; count: (db: Db, upTo: Selection) => Promise<readonly Count[]> },
): Promise<FoundPage> {
  const { isLowerBound, newestOnly } = found.total
  if (!isLowerBound) return found
  const { scope, statusIds, clearedSince, filters, search } = page
  const question = JSON.stringify([scope, statusIds, clearedSince, filters, search])
  const counted = await counting(question, async () => {
    const [all = { amount: 0, cents: 0 }] = await count(db, { ...page, limit: mostCounted + 1 })
    return all
  })
  return { ...found, total: { ...asCounted(counted), newestOnly } }
}

interface PlannedSizes extends Sizes {
  /** The total of the selected requests. */
  readonly cents: number
  readonly isLong: boolean
}

const finders: Record<Plan, (db: Db, page: Selection, sizes: PlannedSizes) => Promise<FoundPage>> = {
  'walk-arrival': async (db, page, sizes) => foundWhole(await walkByArrival(db, page).all(), selectedIn(sizes)),
  'walk-order': async (db, page, sizes) => foundWhole(await walkByKey(db, page).all(), selectedIn(sizes)),
  'sort-selection': async (db, page, sizes) =>
    foundWhole(await readOneByOne(db, page, false).all({ apart: sizes.isLong }), selectedIn(sizes)),
  'read-selection': async (db, page, { isLong }) =>
    foundWhole(await readOneByOne(db, page, false).all({ apart: isLong })),
  'read-newest': async (db, page, { selected, all, isLong }) => {
    const newest = { ...page, upTo: limits.read }
    const rows = await readOneByOne(db, newest, prefersWay(selected, all)).all({ apart: isLong })
    return foundNewest(rows, allOf(rows)[0])
  },
  'match-arrival': async (db, page) => {
    const rows = await searchByArrival(db, page).all()
    const cents = rows.reduce((sum, row) => sum + (row.cents ?? 0), 0)
    return foundWhole(rows, rows.length < page.limit ? exactly(rows.length, cents) : atLeast(rows.length))
  },
  'match-order': async (db, page, { isLong }) => {
    const rows = await searchByKey(db, { ...page, upTo: limits.sorted + 1 }).all({ apart: isLong })
    return allOf(rows)[0] > limits.sorted ? foundNewest(rows, limits.sorted) : foundWhole(rows)
  },
}

function foundNewest(rows: readonly Found[], amount: number): FoundPage {
  return { rows, total: { ...atLeast(amount), newestOnly: true }, cutAt: null }
}

function selectedIn({ selected: amount, cents, isCleared }: PlannedSizes): Total {
  return isCleared ? asCounted({ amount, cents }) : exactly(amount, cents)
}

/** A page of a list whose filters all have counters. `counting` is given if the total is needed. */
export async function findPlanned(db: Db, page: Selection, counting: Counting | undefined): Promise<FoundPage> {
  const sizes = await sizesOf(db, page)
  const { plan, isLong } = await cheaper(db, page, sizes)
  const wide = await withWidth(db, page, sizes.selected, sizes.letters > 0 ? limits.read : page.limit)
  const found = await finders[plan](db, wide, { ...sizes, isLong })
  const isCounted = counting && sizes.letters >= limits.trigram
  return isCounted ? withCount(found, db, page, { counting, count: countFound }) : found
}

/** Chooses the text index if the words are rare overall, because reading thousands of texts takes longer. */
async function cheaper(db: Db, { search }: Selection, sizes: Sizes): Promise<{ plan: Plan; isLong: boolean }> {
  const plan = choosePlan(sizes)
  const { letters, selected } = sizes
  const isLong = !plan.startsWith('match-') && takesLong(Math.min(selected, limits.read), costOf(search))
  if (!plan.startsWith('read-') || letters < limits.trigram || selected < limits.asked) return { plan, isLong }
  const found = await guessMatches(db, search, limits.sorted)
  return found >= limits.sorted ? { plan, isLong } : { plan: 'match-order', isLong: takesLong(found, 'match') }
}

/** Reads the data for choosing a plan. Cleared requests are counted up to a limit; other requests have counters. */
async function sizesOf(db: Db, page: Selection): Promise<Sizes & Pick<Count, 'cents'>> {
  const { scope, statusIds, clearedSince, search, sort, limit } = page
  const isCleared = clearedSince !== null
  const { amount: selected, cents } = isCleared
    ? await countCleared(db, { ...page, limit: mostCounted + 1 })
    : await countInScope(db, scope, statusIds)
  const all = search.words === '' ? await countPassed(db, page, isCleared) : (page.newestId ?? (await findNewestId(db)))
  return { selected, cents, all, page: limit, letters: lettersOf(search.words), sort, isCleared }
}

/** The number of requests in the index of an order. Lists in id order are the most common, and don't need it. */
async function countPassed(db: Db, { scope, sort }: Selection, isCleared: boolean): Promise<number> {
  return isByArrival(sort) || isCleared ? 0 : countInGroup(db, scope)
}

/** Decides how to read a selection in id order that has too many places for a scan of each. */
async function withWidth(db: Db, page: Selection, selected: number, limit: number): Promise<Selection> {
  if (branchesOf(page) <= mostMerged) return page
  return { ...page, isAlongGroup: prefersGroup({ selected, all: await countInGroup(db, page.scope), page: limit }) }
}

/**
 * A page of a list with filters that have no counters. `isWhole` continues a page that was cut off, without the text
 * index, which would start over.
 */
export async function findFiltered(
  db: Db,
  page: Selection,
  { counting, isWhole }: { readonly counting: Counting | undefined; readonly isWhole: boolean },
): Promise<FoundPage> {
  const { amount: selected } = await countInScope(db, page.scope, page.statusIds)
  const shortest = await shortestWay(db, page, Math.min(selected, limits.read) + 1)
  const letters = isWhole ? 0 : lettersOf(page.search.words)
  const plan = chooseFilteredPlan({ selected, onWay: shortest.amount, letters })
  if (plan === 'read-way' || plan === 'read-selection') {
    const apart = takesLong(Math.min(selected, shortest.amount), costOf(page.search))
    return foundWhole(await readFiltered(db, page, plan === 'read-way' ? shortest.way : null).all({ apart }))
  }
  if (plan === 'match-newest') {
    const found = foundPart(await matchFiltered(db, page, limits.sorted), page)
    return counting ? withCount(found, db, page, { counting, count: countFound }) : found
  }
  const wide = await withWidth(db, page, selected, limits.read)
  const found = foundPart(await walkFiltered(db, wide, await wayToWalk(db, page, selected)), page)
  // Words too short for the text index are searched in every text, which takes too long for a count.
  const isCounted = counting && page.search.words === '' && selected <= limits.looked
  return isCounted ? withCount(found, db, wide, { counting, count: countFiltered }) : found
}

async function shortestWay(db: Db, page: Selection, limit: number) {
  let shortest: { way: Way | null; amount: number } = { way: null, amount: Number.POSITIVE_INFINITY }
  for (const way of waysOf(page.filters)) {
    const { amount } = await countOnWay(db, { ...page, limit: Math.min(limit, shortest.amount) }, way).one()
    if (amount < shortest.amount) shortest = { way, amount }
  }
  return shortest
}

/**
 * The access path to scan if its index skips fewer requests than the indexes of locations and statuses, as it does when
 * the locations and statuses match most requests.
 */
async function wayToWalk(db: Db, { filters, scope, sort }: Selection, selected: number): Promise<Way | null> {
  const { dealerGroupId } = scope
  const way = waysOf(filters).find(({ byId, byGroup }) => byId && (!byGroup || dealerGroupId !== null))
  if (!way || !isByArrival(sort)) return null
  return prefersWay(selected, await countInGroup(db, scope)) ? way : null
}

function foundPart({ rows, examined, budget, last }: Examined, { limit }: Selection): FoundPage {
  if (examined < budget) return foundWhole(rows)
  const isCut = rows.length < limit
  return { rows, total: { ...atLeast(allOf(rows)[0]), newestOnly: isCut }, cutAt: isCut ? last : null }
}

/**
 * A page of one approver's pending requests under a policy, without other filters. Their number is known. If they are
 * most of the visible requests, a scan in list order soon fills a page; otherwise, all of them are read.
 */
export async function findQueued(db: Db, page: Selection, byStatus: ReadonlyMap<number, number>): Promise<FoundPage> {
  const { statusIds, scope, sort, limit } = page
  const counts = [...byStatus].filter(([id]) => statusIds === null || statusIds.includes(id))
  const waiting = counts.reduce((sum, [, amount]) => sum + amount, 0)
  if (waiting === 0) return foundWhole([])
  // In id order, locations and statuses have indexes of their own. Other orders have one for the whole dealer group.
  const passed = isByArrival(sort) ? (await countInScope(db, scope, statusIds)).amount : await countInGroup(db, scope)
  if (chooseQueuePlan({ waiting, passed, page: limit }) === 'walk') {
    const { rows, examined, budget, last } = await walkFiltered(db, page, null, (limit * passed) / waiting)
    const isWhole = rows.length >= limit || examined < budget
    if (isWhole || waiting > limits.read)
      return { ...foundWhole(rows, exactly(waiting, null)), cutAt: isWhole ? null : last }
  }
  const [way = null] = waysOf(page.filters)
  return foundWhole(await readFiltered(db, page, way).all({ apart: takesLong(waiting, 'text') }))
}
