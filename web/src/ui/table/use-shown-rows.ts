import { useEffect, useState } from 'react'

type Key = string | number

/** As many new rows as a screen shows, and as many as are added at a time, so that typing is never held up for long. */
const screenful = 20
const portion = 15

/**
 * Of the rows of a table, those that are shown: where other rows take their place, a screenful at once, and the rest
 * after that has been painted. Rows that were there before cost nothing; those that come with the table are shown at
 * once, so that it is as long as it was when somebody comes back to it.
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

/** How many of these rows come before there are more new ones than a screen shows. */
function countAtOnce<Row>(before: readonly Row[], rows: readonly Row[], rowKey: (row: Row) => Key): number {
  const known = new Set(before.map(rowKey))
  let added = 0
  const end = rows.findIndex((row) => !known.has(rowKey(row)) && ++added > screenful)
  return end < 0 ? rows.length : end
}

// What nobody sees is not painted.
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
