import { useEffect, useState } from 'react'

type Key = string | number

/**
 * The number of new rows that fill a screen. Rows are added in portions of this size so that typing is never slowed
 * down for long.
 */
const screenful = 20
const portion = 15

/**
 * The rows of a table to render: when rows are replaced, a screenful first and the rest after painting. Rows that are
 * already rendered don't count. The table's initial rows are rendered together, so that the scroll position can be
 * restored when the user returns.
 */
export function useShownRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => Key,
): { shown: readonly Row[] | undefined; isWhole: boolean } {
  const [state, setState] = useState({ rows, count: rows?.length ?? 0 })
  let { count } = state
  if (state.rows !== rows) {
    count = countAtOnce(state.rows?.slice(0, count) ?? [], rows ?? [], rowKey)
    setState({ rows, count })
  }
  const isWhole = rows === undefined || count >= rows.length
  useEffect(() => {
    if (isWhole) return
    return afterPaint(() => setState({ rows, count: count + portion }))
  }, [isWhole, rows, count])
  return { shown: isWhole ? rows : rows.slice(0, count), isWhole }
}

/** The number of rows to render first: up to the point where the new rows among them fill a screen. */
function countAtOnce<Row>(before: readonly Row[], rows: readonly Row[], rowKey: (row: Row) => Key): number {
  const known = new Set(before.map(rowKey))
  let added = 0
  const end = rows.findIndex((row) => !known.has(rowKey(row)) && ++added > screenful)
  return end < 0 ? rows.length : end
}

// Doesn't wait for painting in hidden tabs, because they aren't painted.
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    timer = setTimeout(work)
  }
  const frame = document.hidden ? void later() : requestAnimationFrame(later)
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
