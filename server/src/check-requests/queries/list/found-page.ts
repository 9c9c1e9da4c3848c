import type { Total } from './cursor.ts'
import type { Found, Position } from './selection.ts'

/** The rows of a page, one more than it shows if there is another page. */
export interface FoundPage {
  readonly rows: readonly Found[]
  /** On all pages, if this is the first. */
  readonly total: Total
  /** The last request that was looked at, if others that might belong on the page were not; null for a whole page. */
  readonly cutAt: Position | null
}

/** Matches on all pages and their money, numbers that each row of a search result carries. */
export function matchesOf([first]: readonly Found[]): [amount: number, cents: number] {
  return [first?.amount ?? 0, first?.cents ?? 0]
}

/** `cents`: null where nobody has added them up. */
export function exactly(total: number, cents: number | null): Total {
  return { total, cents, isLowerBound: false, newestOnly: false }
}

export function atLeast(total: number): Total {
  return { total, cents: null, isLowerBound: true, newestOnly: false }
}
