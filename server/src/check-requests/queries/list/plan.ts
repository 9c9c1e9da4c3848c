import type { ListSort } from '@check-requests/domain/check-requests/list/views.ts'
import { searchedWords } from '@check-requests/domain/values/searched-text.ts'
import { isByArrival } from './selection.ts'

/** The limits of each plan (decision 20), with measured costs. */
export const limits = {
  /** Requests read one by one: about 1 µs each, and 8 µs each with texts and notes. */
  read: 5000,
  /** Requests read one by one before asking whether the text index finds fewer. */
  asked: 200,
  /** The maximum number of index entries to skip for a count or an order: about 1 µs each, so at most 10 ms. */
  passed: 10_000,
  /** Requests examined for a filtered count, about 1 µs each. */
  looked: 200_000,
  /**
   * The maximum number of matches in any order except by id, because all of them must be read before the first is
   * shown.
   */
  sorted: 500,
  /** The minimum word length for the text index, which is a trigram index. */
  trigram: 3,
} as const

/** The cost in µs of examining one request: only its row, its row and texts, or a match of the text index. */
export const costs = { row: 1, text: 8, match: 36 } as const

/** The cost of reading one request, with or without a search. */
export function costOf({ words }: { readonly words: string }): 'row' | 'text' {
  return words === '' ? 'row' : 'text'
}

/** The number of letters in the longest word. */
export function lettersOf(words: string): number {
  return Math.max(0, ...searchedWords(words).map((word) => [...word].length))
}

const longestHold = 4000

/** Returns true if examining this many requests would delay other calls too long on SQLite. */
export function takesLong(examined: number, cost: keyof typeof costs): boolean {
  return examined * costs[cost] > longestHold
}

/** How many requests a scan examines: few if most pass the filters, then more until a page is full. */
export const walkBudgets = [120, 1000, limits.read] as const

/** The data for choosing a plan. */
export interface Sizes {
  /**
   * The number of requests in the selection before any search. With a cleared-date range, at most one more than
   * `limits.read`.
   */
  readonly selected: number
  /**
   * For a search, the approximate number of requests in all dealer groups, which share the text index. For an order
   * other than by id, the number in the caller's group or, without one, in all groups. Otherwise 0.
   */
  readonly all: number
  /** The number of rows to read for a page: one more than the page shows. */
  readonly page: number
  /** The number of letters in the longest search word; 0 without a search. */
  readonly letters: number
  readonly sort: ListSort
  /** True if only requests cleared within a date range are selected. */
  readonly isCleared: boolean
}

/**
 * The plans for reading a page.
 *
 * - `walk-arrival`, `walk-order`: along an index in list order, skipping requests outside the selection.
 *
 * - `sort-selection`: reads the whole selection and sorts it.
 *
 * - `match-arrival`, `match-order`: along the text index; for orders other than by id, through the newest matches.
 *
 * - `read-selection`, `read-newest`: through the texts of the whole selection, or of its newest requests only.
 */
export type Plan = `walk-${'arrival' | 'order'}` | 'sort-selection' | SearchPlan
type SearchPlan = `match-${'arrival' | 'order'}` | `read-${'selection' | 'newest'}`

/** The plan that reads the fewest requests, assuming that a selection is spread evenly over all requests. */
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

// Assumes that the selection contains the same share of the index's matches as of all requests.
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

/** The data for choosing a plan with filters that have no counters. */
export interface FilteredSizes {
  /** The number of requests in the caller's scope at the selected statuses, from the counters. */
  readonly selected: number
  /**
   * The number of requests on the shortest access path of a filter, counted up to one more than `limits.read`;
   * `Infinity` without one.
   */
  readonly onWay: number
  /** The number of letters in the longest search word; 0 without a search. */
  readonly letters: number
}

/**
 * The plans for reading a page with filters that have no counters.
 *
 * - `read-way`, `read-selection`: everything on the shortest filter index, or in the selection: an exact total.
 *
 * - `match-newest`: through the newest matches of the text index.
 *
 * - `walk`: in list order, because every filter matches many requests, so a page is soon full.
 */
export type FilteredPlan = 'read-way' | 'read-selection' | 'match-newest' | 'walk'

/** The plan for filters without counters. */
export function chooseFilteredPlan({ selected, onWay, letters }: FilteredSizes): FilteredPlan {
  if (Math.min(selected, onWay) <= limits.read) return onWay < selected ? 'read-way' : 'read-selection'
  if (letters >= limits.trigram) return 'match-newest'
  return 'walk'
}

/**
 * Returns true if a scan should use a filter's index instead of the indexes of locations and statuses, because the
 * selection is such a large part of the filter's index that few entries are skipped. `all` is the number of requests in
 * the dealer group.
 */
export function prefersWay(selected: number, all: number): boolean {
  return selected * 4 >= all
}

/**
 * Returns true if a selection with too many places for a scan of each is found sooner by a scan of the whole dealer
 * group, which passes over other requests until it has `page` rows, than by reading and sorting the selection.
 */
export function prefersGroup({ selected, all, page }: Pick<Sizes, 'selected' | 'all' | 'page'>): boolean {
  return page * all < selected * selected
}

/** The data for choosing the plan of an approver's queue. */
export interface QueueSizes {
  /** The number of requests pending for the approver. */
  readonly waiting: number
  /**
   * The number of requests that a scan in list order reads: all requests in scope for id order, or all requests of the
   * dealer group for other orders.
   */
  readonly passed: number
  /** The number of rows to read for a page: one more than the page shows. */
  readonly page: number
}

/**
 * The plan for an approver's queue: reads all pending requests if a scan would skip more requests before filling a
 * page, assuming that pending ones are spread evenly. Always reads all of them if they are few, because that also
 * provides their total.
 */
export function chooseQueuePlan({ waiting, passed, page }: QueueSizes): 'walk' | 'read-way' {
  if (waiting <= limits.sorted) return 'read-way'
  return waiting <= limits.read && waiting * waiting < page * passed ? 'read-way' : 'walk'
}
