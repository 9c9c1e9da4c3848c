import { useState } from 'react'
import type { MorePages } from '#ui/load-more.tsx'

const portion = 50

/** The first rows of a fully loaded list, so that a long list does not render a long page; more with `more`. */
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
