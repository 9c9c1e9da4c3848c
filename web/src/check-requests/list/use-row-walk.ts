import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { type HTMLAttributes, useCallback, useEffect, useRef, useState } from 'react'
import { useShortcut } from '#ui/use-shortcut.ts'

const none: readonly ListedRequest[] = []

/** `j` and `k` move from row to row, Enter opens. If the current row has gone, they continue from its position. */
export function useRowWalk(rows: readonly ListedRequest[] = none) {
  const [activeKey, setActiveKey] = useState<number>()
  const lastIndex = useRef(0)
  const index = rows.findIndex(({ id }) => id === activeKey)

  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  function walk(step: 1 | -1) {
    const gap = step > 0 ? lastIndex.current : lastIndex.current - 1
    const to = Math.min(Math.max(index < 0 ? gap : index + step, 0), rows.length - 1)
    const row = rows[to]
    if (row) linkOf(row.id)?.focus()
  }

  useShortcut('j', () => walk(1))
  useShortcut('k', () => walk(-1))
  useShortcut('Enter', () => linkOf(activeKey)?.click(), index >= 0)

  const rowProps = useCallback(
    ({ id }: ListedRequest): HTMLAttributes<HTMLTableRowElement> => ({
      id: rowId(id),
      onFocus: () => setActiveKey(id),
    }),
    [],
  )

  return { activeKey, rowProps }
}

/** The first link of a row opens it. */
function linkOf(requestId: number | undefined): HTMLElement | null {
  return document.querySelector(`#${rowId(requestId)} a`)
}

function rowId(requestId: number | undefined): string {
  return `check-request-${requestId}`
}
