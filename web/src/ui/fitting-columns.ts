import { useCallback, useMemo, useState } from 'react'

/** A column of a fixed width, in pixels with its padding. */
export interface SizedColumn {
  key: string
  /** Absent in tables whose columns are as wide as their content. */
  width?: number | undefined
  /** What somebody has chosen instead; less where there is not room for it. */
  chosenWidth?: number | undefined
  /** Takes the room that the others leave, unless a width is chosen; `width` is then its least. */
  grows?: boolean | undefined
  /** Its turn to leave where there is not room for all: 1 first. Absent: it always stays. */
  givesWay?: number | undefined
  /** Its place on a card, where it stays. */
  onCard?: string | undefined
}

/** The columns that fit into this many pixels: as few as possible leave, in their turn. */
export function fittingColumns<Column extends SizedColumn>(columns: readonly Column[], room: number): Column[] {
  const leaving = columns
    .filter((column) => column.givesWay !== undefined)
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  const gone = new Set<Column>()
  let excess = columns.reduce((sum, column) => sum + widthOf(column), 0) - room
  for (const column of leaving) {
    if (excess <= 0) break
    gone.add(column)
    excess -= widthOf(column)
  }
  return columns.filter((column) => !gone.has(column))
}

/**
 * The width of each column by its key: what is chosen, but where that is too much, the widest ones have less of it. The
 * room that is left goes to the columns that grow, in equal parts beside what each needs.
 */
export function fittingWidths(columns: readonly SizedColumn[], room: number): Map<string, number> {
  let excess = columns.reduce((sum, column) => sum + widthOf(column), 0) - room
  const bySurplus = [...columns].sort((one, other) => surplusOf(other) - surplusOf(one))
  const widths = new Map<string, number>()
  for (const column of bySurplus) {
    const cut = Math.max(0, Math.min(excess, surplusOf(column)))
    widths.set(column.key, widthOf(column) - cut)
    excess -= cut
  }
  const growing = columns.filter((column) => takesTheRest(column, columns))
  if (excess < 0 && Number.isFinite(excess))
    for (const { key } of growing) widths.set(key, Math.round((widths.get(key) ?? 0) - excess / growing.length))
  return widths
}

/** Columns that grow, unless a width is chosen for them; without any, the last one. */
export function takesTheRest(column: SizedColumn, columns: readonly SizedColumn[]): boolean {
  const growing = columns.filter(({ grows, chosenWidth }) => grows && chosenWidth === undefined)
  return growing.length > 0 ? growing.includes(column) : column === columns.at(-1)
}

function widthOf({ chosenWidth, width = 0 }: SizedColumn): number {
  return chosenWidth ?? width
}

function surplusOf(column: SizedColumn): number {
  return widthOf(column) - (column.width ?? 0)
}

/** Padding, in pixels, of the first and last column beside that of the others. */
export const edge = 10

// On a phone rows are cards, which the style sheet lays out. A change of the window is noticed by the room.
function areCards(): boolean {
  return matchMedia('(width < 40rem)').matches
}

/** What is on a card stays, however narrow it is. */
function staying<Column extends SizedColumn>(column: Column): Column {
  return column.onCard ? { ...column, givesWay: undefined } : column
}

function hasWidth({ width }: SizedColumn): boolean {
  return width !== undefined
}

/** A column while its edge is dragged. */
export interface ColumnWidth {
  key: string
  width: number
}

/**
 * The columns that fit into the element that takes `measure` as its ref, the same array while nothing changes, and
 * their widths. `dragged` has its width ahead of the columns.
 */
export function useFittingColumns<Column extends SizedColumn>(columns: readonly Column[], dragged?: ColumnWidth) {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setRoom(element.clientWidth)
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const sized = columns.map((column) =>
    column.key === dragged?.key ? { ...column, chosenWidth: dragged.width } : column,
  )
  const fitting = fittingColumns(sized.some(hasWidth) && areCards() ? sized.map(staying) : sized, room - 2 * edge)
  const keys = fitting.map(({ key }) => key)
  const id = keys.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for the keys, which are new in each render.
  const shown = useMemo(() => columns.filter(({ key }) => keys.includes(key)), [columns, id])
  return { shown, sized: fitting, widths: fittingWidths(fitting, room - 2 * edge), measure }
}
