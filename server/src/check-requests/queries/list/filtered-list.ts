import type { Db } from '../../../tables.ts'
import { countInScope } from './counters.ts'
import { countOnWay, type Examined, matchFiltered, readFiltered, walkFiltered } from './filtered-ids.ts'
import { type Way, waysOf } from './filters.ts'
import { atLeast, exactly, type FoundPage, matchesOf } from './found-page.ts'
import { lettersOf, type Search } from './patterns.ts'
import { chooseFilteredPlan, costOf, limits, prefersWay, takesLong } from './plan.ts'
import type { RequestScope } from './request-scope.ts'
import { isByArrival, type Selection } from './selection.ts'

interface ShortestWay {
  readonly way: Way | null
  readonly amount: number
}

/** A page of a list behind filters that have no counters. */
export function findFiltered(db: Db, page: Selection, search: Search): Promise<FoundPage> {
  return find(db, page, search, chooseFilteredPlan)
}

/** The same, for whoever goes on where a page was cut off: the text index would begin anew. */
export function findFilteredWhole(db: Db, page: Selection, search: Search): Promise<FoundPage> {
  return find(db, page, search, (sizes) => chooseFilteredPlan({ ...sizes, letters: 0 }))
}

async function find(
  db: Db,
  page: Selection,
  search: Search,
  choosePlan: typeof chooseFilteredPlan,
): Promise<FoundPage> {
  const { amount: selected } = await countInScope(db, page.scope, page.statusIds)
  const shortest = await shortestWay(db, page, Math.min(selected, limits.read) + 1)
  const sizes = { selected, onWay: shortest.amount, letters: lettersOf(search.words) }
  const plan = choosePlan(sizes)
  if (plan === 'read-way' || plan === 'read-selection') {
    const way = plan === 'read-way' ? shortest.way : null
    const isLong = takesLong(Math.min(selected, shortest.amount), costOf(search))
    return whole(await readFiltered(db, page, { search, way, isLong }))
  }
  if (plan === 'match-newest') return part(await matchFiltered(db, page, search, limits.sorted), page, limits.sorted)
  const walked = await walkFiltered(db, page, { search, way: await wayToWalk(db, page, selected) })
  const found = part(walked, page, walked.budget)
  // Where nothing else narrows the list, the way was the list, and its count goes on after the page.
  return isWay(page, search) ? { ...found, total: { ...found.total, total: limits.read } } : found
}

function isWay({ scope, statusIds, filters }: Selection, { words }: Search): boolean {
  const isWhole = scope.column === null || scope.column === 'dealer_group_id'
  return isWhole && statusIds === null && words === '' && waysOf(filters).length === 1 && filters.payee === undefined
}

async function shortestWay(db: Db, page: Selection, limit: number): Promise<ShortestWay> {
  let shortest: ShortestWay = { way: null, amount: Number.POSITIVE_INFINITY }
  for (const way of waysOf(page.filters)) {
    const amount = await countOnWay(db, { ...page, limit: Math.min(limit, shortest.amount) }, way)
    if (amount < shortest.amount) shortest = { way, amount }
  }
  return shortest
}

/** Places and statuses have indexes of their own; where they narrow little, a filter's own index passes by less. */
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
