import { useCallback, useMemo, useState } from 'react'

/** A column of a fixed width, in pixels with its padding. */
export interface SizedColumn {
  key: string
  /** Absent in tables whose columns are as wide as their content. */
  width?: number | undefined
  /** Takes the room that the others leave; `width` is then its least. */
  grows?: boolean | undefined
  /** Its turn to leave where there is not room for all: 1 first. Absent: it always stays. */
  givesWay?: number | undefined
}

/** The columns that fit into this many pixels: as few as possible leave, in their turn. */
export function fittingColumns<Column extends SizedColumn>(columns: readonly Column[], room: number): Column[] {
  const leaving = columns
    .filter((column) => column.givesWay !== undefined)
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  const gone = new Set<Column>()
  let excess = columns.reduce((sum, { width = 0 }) => sum + width, 0) - room
  for (const column of leaving) {
    if (excess <= 0) break
    gone.add(column)
    excess -= column.width ?? 0
  }
  return columns.filter((column) => !gone.has(column))
}

/** Padding, in pixels, of the first and last column beside that of the others. */
export const edge = 10

/** The columns that fit into the element that takes `measure` as its ref; the same array while nothing changes. */
export function useFittingColumns<Column extends SizedColumn>(columns: readonly Column[]) {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setRoom(element.clientWidth)
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const keys = fittingColumns(columns, room - 2 * edge).map(({ key }) => key)
  const id = keys.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for the keys, which are new in each render.
  const shown = useMemo(() => columns.filter(({ key }) => keys.includes(key)), [columns, id])
  return { shown, measure }
}
