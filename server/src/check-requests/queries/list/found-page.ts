import type { Total } from './cursor.ts'
import type { Count } from './list-ids.ts'
import { limits } from './plan.ts'
import type { Found, Position, Selection } from './selection.ts'

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

/** The page with its total counted up to 10,000 (F4), where reading it did not tell. */
export async function withCount(
  found: FoundPage,
  page: Selection,
  count: (upTo: Selection) => Promise<readonly Count[]>,
): Promise<FoundPage> {
  const { isLowerBound, newestOnly } = found.total
  if (!isLowerBound) return found
  const [{ amount, cents } = { amount: 0, cents: 0 }] = await count({ ...page, limit: limits.counted + 1 })
  const total = amount > limits.counted ? atLeast(limits.counted) : exactly(amount, cents)
  return { ...found, total: { ...total, newestOnly } }
}
