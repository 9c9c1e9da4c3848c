import { useState } from 'react'
import type { MorePages } from '#ui/load-more.tsx'

const portion = 50

/** The first rows of a list that is all here, so that a long one does not cost a long page; more with `more`. */
export function usePortion<Row>(rows: readonly Row[] | undefined): {
  shown: readonly Row[] | undefined
  more: MorePages
} {
  const [count, setCount] = useState(portion)
  const available = rows !== undefined && rows.length > count
  return {
    shown: available ? rows.slice(0, count) : rows,
    more: { available, pending: false, load: () => setCount(count + portion) },
  }
}
