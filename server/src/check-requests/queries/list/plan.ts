import type { ListSort } from '@check-requests/domain/check-requests/list/views.ts'
import { isByArrival } from './selection.ts'

/** The limits of each plan (decision 20), with measured costs. */
export const limits = {
  /** Requests that are read one by one: about 1 µs each, and 8 µs with the texts and notes of each. */
  read: 5000,
  /** Requests that are read one by one without asking whether the text index finds few. */
  asked: 200,
  /** Index entries that are skipped for a count or an order, about 1 µs each, so 10 ms at most. */
  passed: 10_000,
  /** Requests that are counted for a total (F4). */
  counted: 10_000,
  /** Requests that are looked at for a count behind filters, about 1 µs each. */
  looked: 200_000,
  /** Matches that are sorted by anything but arrival, since all of them are read before the first is shown. */
  sorted: 500,
  /** Minimum word length for the text index, which is a trigram index. */
  trigram: 3,
} as const

/** What one request costs that a read looks at, in µs: of its row alone, with its texts, or found by the text index. */
export const costs = { row: 1, text: 8, match: 36 } as const

/** What a request costs that is read one by one, for a search or not. */
export function costOf({ words }: { readonly words: string }): 'row' | 'text' {
  return words === '' ? 'row' : 'text'
}

const longestHold = 4000

/** Whether a read that looks at so many requests takes longer than others should wait for it on SQLite. */
export function takesLong(examined: number, cost: keyof typeof costs): boolean {
  return examined * costs[cost] > longestHold
}

/** Requests that a walk looks at: few where most pass the filters, then more, as long as a page is not full. */
export const walkBudgets = [120, 1000, limits.read] as const

/** What the choice of a plan depends on. */
export interface Sizes {
  /** Requests in the selection before any search; with a cleared-date range, at most one more than `limits.read`. */
  readonly selected: number
  /** The approximate number of requests of all dealer groups. */
  readonly all: number
  /** Rows that a page reads: one more than it shows. */
  readonly page: number
  /** Length of the search words; 0 when nothing is searched. */
  readonly letters: number
  readonly sort: ListSort
  /** True when only requests cleared within a date range are selected. */
  readonly isCleared: boolean
}

/**
 * The ways to read a page.
 *
 * - `walk-arrival`, `walk-order`: along an index in the order of the list, skipping what is not selected.
 * - `sort-selection`: through the whole selection, which is then sorted.
 * - `match-arrival`, `match-order`: along the text index; for orders other than arrival, through the newest matches.
 * - `read-selection`, `read-newest`: through the texts of the whole selection, or of its newest requests only.
 */
export type Plan = `walk-${'arrival' | 'order'}` | 'sort-selection' | SearchPlan
type SearchPlan = `match-${'arrival' | 'order'}` | `read-${'selection' | 'newest'}`

/** The plan that reads least. A selection is assumed to be spread evenly over all requests. */
export function choosePlan(sizes: Sizes): Plan {
  const { selected, page, letters, sort, isCleared } = sizes
  if (letters > 0) return chooseSearch(sizes)
  if (isCleared) return 'sort-selection'
  if (isByArrival(sort)) return 'walk-arrival'
  return page < selected * shareOf(sizes) ? 'walk-order' : 'sort-selection'
}

function chooseSearch(sizes: Sizes): SearchPlan {
  if (sizes.letters >= limits.trigram && favorsMatches(sizes))
    return isByArrival(sizes.sort) ? 'match-arrival' : 'match-order'
  return sizes.selected > limits.read ? 'read-newest' : 'read-selection'
}

// The share of index matches in the selection is assumed to equal the selection's share of all requests.
function favorsMatches(sizes: Sizes): boolean {
  const { selected, page, sort, isCleared } = sizes
  if (!isByArrival(sort)) return limits.sorted < Math.min(selected, limits.passed) * shareOf(sizes)
  // Recently cleared requests are far from the oldest end.
  if (sort === 'oldest' && isCleared) return false
  return page < selected * shareOf(sizes) || selected > limits.read
}

function shareOf({ selected, all }: Sizes): number {
  return all === 0 ? 0 : selected / all
}

/** What the choice of a plan for filters without counters depends on. */
export interface FilteredSizes {
  /** Requests in the caller's scope and at the statuses shown, by the counters. */
  readonly selected: number
  /** Requests on the shortest way of a filter, counted up to one more than `limits.read`; `Infinity` without a way. */
  readonly onWay: number
  /** Length of the search words; 0 when nothing is searched. */
  readonly letters: number
}

/**
 * The ways to read a page behind filters that have no counters.
 *
 * - `read-way`, `read-selection`: everything on the shortest index of a filter, or in the selection: an exact total.
 * - `match-newest`: through the newest matches of the text index.
 * - `walk`: in the order of the list, since no filter leaves few, so that a page is soon full.
 */
export type FilteredPlan = 'read-way' | 'read-selection' | 'match-newest' | 'walk'

/** The plan for filters without counters. */
export function chooseFilteredPlan({ selected, onWay, letters }: FilteredSizes): FilteredPlan {
  if (Math.min(selected, onWay) <= limits.read) return onWay < selected ? 'read-way' : 'read-selection'
  if (letters >= limits.trigram) return 'match-newest'
  return 'walk'
}

/**
 * Whether a walk goes along the index of a filter instead of those of places and statuses: when the selection is so
 * large a part of what is on that index (`all`: the requests of the dealer group) that few are passed by.
 */
export function prefersWay(selected: number, all: number): boolean {
  return selected * 4 >= all
}

/** What the choice of a plan for an approver's queue depends on. */
export interface QueueSizes {
  /** Requests that wait for the approver. */
  readonly waiting: number
  /** Requests that a walk in the order of the list passes by: of the scope by arrival, otherwise of all dealer groups. */
  readonly passed: number
  /** Rows that a page reads: one more than it shows. */
  readonly page: number
}

/**
 * Reads all that waits, where a walk would pass by more until a page is full. What waits is assumed to be spread evenly;
 * few are read anyway, since then the money of all of them is known as well.
 */
export function chooseQueuePlan({ waiting, passed, page }: QueueSizes): 'walk' | 'read-way' {
  if (waiting <= limits.sorted) return 'read-way'
  return waiting <= limits.read && waiting * waiting < page * passed ? 'read-way' : 'walk'
}
