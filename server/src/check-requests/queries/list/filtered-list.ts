import type { Db } from '../../../tables.ts'
import { countInScope } from './counters.ts'
import { countFiltered, countOnWay, type Examined, matchFiltered, readFiltered, walkFiltered } from './filtered-ids.ts'
import { type Way, waysOf } from './filters.ts'
import { atLeast, exactly, type FoundPage, matchesOf, withCount } from './list-page.ts'
import { lettersOf, type Search } from './patterns.ts'
import {
  chooseFilteredPlan,
  costOf,
  type FilteredPlan,
  type FilteredSizes,
  limits,
  prefersWay,
  takesLong,
} from './plan.ts'
import type { RequestScope } from './request-scope.ts'
import { countFound } from './search-ids.ts'
import { isByArrival, type Selection } from './selection.ts'

interface ShortestWay {
  readonly way: Way | null
  readonly amount: number
}

/** A page of a list with filters that have no counters. `counts`: whether its total is needed. */
export function findFiltered(db: Db, page: Selection, search: Search, counts: boolean): Promise<FoundPage> {
  return find(db, page, { search, counts, choosePlan: chooseFilteredPlan })
}

/** Continues a page that was cut off, without the text index, which would start over. */
export function findFilteredWhole(db: Db, page: Selection, search: Search, counts: boolean): Promise<FoundPage> {
  const choosePlan = (sizes: FilteredSizes) => chooseFilteredPlan({ ...sizes, letters: 0 })
  return find(db, page, { search, counts, choosePlan })
}

interface Asked {
  readonly search: Search
  readonly counts: boolean
  readonly choosePlan: (sizes: FilteredSizes) => FilteredPlan
}

async function find(db: Db, page: Selection, { search, counts, choosePlan }: Asked): Promise<FoundPage> {
  const { amount: selected } = await countInScope(db, page.scope, page.statusIds)
  const shortest = await shortestWay(db, page, Math.min(selected, limits.read) + 1)
  const sizes = { selected, onWay: shortest.amount, letters: lettersOf(search.words) }
  const plan = choosePlan(sizes)
  if (plan === 'read-way' || plan === 'read-selection') {
    const way = plan === 'read-way' ? shortest.way : null
    const isLong = takesLong(Math.min(selected, shortest.amount), costOf(search))
    return whole(await readFiltered(db, page, { search, way, isLong }))
  }
  if (plan === 'match-newest') {
    const found = part(await matchFiltered(db, page, search, limits.sorted), page, limits.sorted)
    return counts ? withCount(found, page, (upTo) => countFound(db, upTo, search)) : found
  }
  const { budget, ...walked } = await walkFiltered(db, page, { search, way: await wayToWalk(db, page, selected) })
  const found = part(walked, page, budget)
  // Short words are searched in every text, which takes too long for a count.
  const isCounted = counts && search.words === '' && selected <= limits.looked
  return isCounted ? withCount(found, page, (upTo) => countFiltered(db, upTo)) : found
}

async function shortestWay(db: Db, page: Selection, limit: number): Promise<ShortestWay> {
  let shortest: ShortestWay = { way: null, amount: Number.POSITIVE_INFINITY }
  for (const way of waysOf(page.filters)) {
    const amount = await countOnWay(db, { ...page, limit: Math.min(limit, shortest.amount) }, way)
    if (amount < shortest.amount) shortest = { way, amount }
  }
  return shortest
}

/**
 * Locations and statuses have their own indexes; where these match most requests, the index of a filter skips fewer.
 */
async function wayToWalk(db: Db, { filters, scope, sort }: Selection, selected: number): Promise<Way | null> {
  const { dealerGroupId } = scope
  const isUsable = ({ byId, byGroup }: Way) => byId && (!byGroup || dealerGroupId !== null)
  const way = waysOf(filters).find(isUsable)
  if (!way || !isByArrival(sort)) return null
  const whole: RequestScope =
    dealerGroupId === null
      ? { column: null, ids: [], dealerGroupId }
      : { column: 'dealer_group_id', ids: [dealerGroupId], dealerGroupId }
  const { amount: all } = await countInScope(db, whole, null)
  return prefersWay(selected, all) ? way : null
}

function whole(rows: FoundPage['rows']): FoundPage {
  return { rows, total: exactly(...matchesOf(rows)), cutAt: null }
}

function part({ rows, examined, last }: Examined, page: Selection, budget: number): FoundPage {
  if (examined < budget) return whole(rows)
  const isCut = rows.length < page.limit
  return { rows, total: { ...atLeast(matchesOf(rows)[0]), newestOnly: isCut }, cutAt: isCut ? last : null }
}
