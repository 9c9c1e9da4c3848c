import { useEffect, useState } from 'react'

type Key = string | number

/**
 * The number of new rows that fill a screen, which is also the number added at a time, so that typing is never slowed
 * down for long.
 */
const screenful = 20
const portion = 15

/**
 * The rows of a table to render: when rows are replaced, a screenful first and the rest after painting. Existing rows
 * cost nothing; the table's initial rows are rendered together, so that the scroll position is restored when the user
 * comes back.
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

/** The number of these rows before there are more new ones than fit on a screen. */
function countAtOnce<Row>(before: readonly Row[], rows: readonly Row[], rowKey: (row: Row) => Key): number {
  const known = new Set(before.map(rowKey))
  let added = 0
  const end = rows.findIndex((row) => !known.has(rowKey(row)) && ++added > screenful)
  return end < 0 ? rows.length : end
}

// Hidden tabs are not painted.
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
