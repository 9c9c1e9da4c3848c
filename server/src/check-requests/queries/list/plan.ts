import type { ListSort } from '@check-requests/domain/check-requests/list-views.ts'
import { isByArrival, orders } from './selection.ts'

/** How far each plan goes at most. Measured costs stand in docs/decisions/0020-pages.md. */
export const limits = {
  /** Requests that are read one by one, each with its texts: about 1 µs each, so 5 ms at most. */
  read: 5000,
  /** Entries of an index that are passed by for a count or an order, about 1 µs each, so 10 ms at most. */
  passed: 10_000,
  /** Matches that are counted for a total: two pages of the usual length, more than anybody counts. */
  counted: 100,
  /** Matches that are put into another order than that of arrival, since each of them is read before the first is shown. */
  sorted: 500,
  /** Letters that words need at least to be in the index of texts, which holds three letters at a time. */
  trigram: 3,
} as const

/** What the choice of a plan depends on. */
export interface Sizes {
  /** Requests of the selection, whatever is searched; of those cleared within a span, one more than `limits.read` at most. */
  readonly selected: number
  /** All requests of all dealer groups, about. */
  readonly all: number
  /** Rows that a page reads: one more than it shows. */
  readonly page: number
  /** Letters of the words that are searched; 0 where nothing is. */
  readonly letters: number
  readonly sort: ListSort
  /** True where only requests cleared within a span of days are selected. */
  readonly isCleared: boolean
}

/**
 * The ways to a page.
 *
 * - `walk-arrival`, `walk-order`: along an index in the order of the list, passing by what is not selected.
 * - `sort-selection`: through the whole selection, which is then sorted.
 * - `match-arrival`, `match-order`: along the index of texts; for another order than arrival, through the newest matches.
 * - `read-selection`, `read-newest`: through the texts of the whole selection, or of its newest requests only.
 */
export type Plan = `walk-${'arrival' | 'order'}` | 'sort-selection' | SearchPlan
type SearchPlan = `match-${'arrival' | 'order'}` | `read-${'selection' | 'newest'}`

/** The plan that reads least. A selection is taken to be spread evenly over all requests. */
export function choosePlan(sizes: Sizes): Plan {
  const { selected, page, letters, sort, isCleared } = sizes
  if (letters > 0) return chooseSearch(sizes)
  if (isCleared) return 'sort-selection'
  if (isByArrival(sort)) return 'walk-arrival'
  // Who waits are few, since requests do not stay open for years: they need no index of that order.
  const hasIndex = orders[sort].index !== null
  return hasIndex && page < selected * shareOf(sizes) ? 'walk-order' : 'sort-selection'
}

function chooseSearch(sizes: Sizes): SearchPlan {
  if (sizes.letters >= limits.trigram && favorsMatches(sizes))
    return isByArrival(sizes.sort) ? 'match-arrival' : 'match-order'
  return sizes.selected > limits.read ? 'read-newest' : 'read-selection'
}

// What the index finds lies in the selection as often as the selection's share of everything says.
function favorsMatches(sizes: Sizes): boolean {
  const { selected, page, sort, isCleared } = sizes
  if (!isByArrival(sort)) return limits.sorted < Math.min(selected, limits.passed) * shareOf(sizes)
  // Whatever was cleared of late is far from the oldest end.
  if (sort === 'oldest' && isCleared) return false
  return page < selected * shareOf(sizes) || selected > limits.read
}

/** Matches that the first page of `match-arrival` reads: the page, and as many as can be counted for the total. */
export function matchesRead(sizes: Sizes): number {
  return Math.max(sizes.page, Math.min(limits.counted, Math.floor(limits.passed * shareOf(sizes))) + 1)
}

function shareOf({ selected, all }: Sizes): number {
  return all === 0 ? 0 : selected / all
}
