import { useCallback, useMemo, useState } from 'react'

/** A column of a fixed width, in pixels with its padding. */
export interface SizedColumn {
  key: string
  /** What it has at least; absent in tables whose columns are as wide as their content. */
  width?: number | undefined
  /** In rows of one line, in place of `width`. */
  denseWidth?: number | undefined
  /** What shows most of its texts whole; absent: `width`. */
  usualWidth?: number | undefined
  /** What somebody has chosen instead; less where there is not room for it. */
  chosenWidth?: number | undefined
  /** Takes the room that the others leave, unless a width is chosen. */
  grows?: boolean | undefined
  /** How wide it grows; all columns share what is left then. Absent: there is no limit. */
  most?: number | undefined
  /** Its turn to leave where there is not room for all: 1 first. Absent: it always stays. */
  givesWay?: number | undefined
  /** Nobody asked for it, so it leaves, in its turn, where any other has less than its usual width. */
  isExtra?: boolean | undefined
  /** Its place on a card, where it stays. */
  onCard?: string | undefined
}

/** The columns that fit into this many pixels: as few as possible leave, in their turn. */
export function fittingColumns<Column extends SizedColumn>(columns: readonly Column[], room: number): Column[] {
  const leaving = columns
    .filter((column) => column.givesWay !== undefined)
    .sort((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  const gone = new Set<Column>()
  for (const column of leaving) {
    const needed = sumOf(
      columns.filter((one) => !gone.has(one)),
      column.isExtra ? usualOf : widthOf,
    )
    if (needed > room) gone.add(column)
  }
  return columns.filter((column) => !gone.has(column))
}

/**
 * The width of each column by its key: what is chosen, but where that is too much, the widest ones have less of it.
 * What is left widens the columns to their usual width, then those that grow, in equal parts, and then all of them.
 */
export function fittingWidths(columns: readonly SizedColumn[], room: number): Map<string, number> {
  const widths = new Map(columns.map((column) => [column.key, widthOf(column)]))
  const spare = room - sumOf(columns, widthOf)
  if (spare < 0) cutChosen(columns, widths, -spare)
  else if (Number.isFinite(spare)) {
    const afterUsual = widenToUsual(columns, widths, spare)
    const growing = columns.filter((column) => column.grows && column.chosenWidth === undefined)
    spread(columns.filter(sharesTheRest), widths, growUpToMost(growing, widths, afterUsual))
  }
  for (const [key, width] of widths) widths.set(key, Math.floor(width))
  return widths
}

/** The column that has what rounding leaves: the last that grows, otherwise the last. */
export function fillerOf<Column extends SizedColumn>(columns: readonly Column[]): Column | undefined {
  return columns.findLast(({ grows, chosenWidth }) => grows && chosenWidth === undefined) ?? columns.at(-1)
}

type Widths = Map<string, number>

function cutChosen(columns: readonly SizedColumn[], widths: Widths, excess: number) {
  const bySurplus = [...columns].sort((one, other) => surplusOf(other) - surplusOf(one))
  let left = excess
  for (const column of bySurplus) {
    const cut = Math.max(0, Math.min(left, surplusOf(column)))
    add(widths, column, -cut)
    left -= cut
  }
}

function widenToUsual(columns: readonly SizedColumn[], widths: Widths, spare: number): number {
  const wanted = sumOf(columns, lackOf)
  const share = wanted > spare ? spare / wanted : 1
  for (const column of columns) add(widths, column, share * lackOf(column))
  return spare - share * wanted
}

function growUpToMost(growing: readonly SizedColumn[], widths: Widths, spare: number): number {
  const roomIn = ({ key, most = Number.POSITIVE_INFINITY }: SizedColumn) => Math.max(0, most - (widths.get(key) ?? 0))
  let left = spare
  const byRoom = [...growing].sort((one, other) => roomIn(one) - roomIn(other))
  for (const [index, column] of byRoom.entries()) {
    const more = Math.min(left / (byRoom.length - index), roomIn(column))
    add(widths, column, more)
    left -= more
  }
  return left
}

function spread(columns: readonly SizedColumn[], widths: Widths, spare: number) {
  for (const column of columns) add(widths, column, spare / columns.length)
}

function add(widths: Widths, { key }: SizedColumn, pixels: number) {
  widths.set(key, (widths.get(key) ?? 0) + pixels)
}

function sharesTheRest({ chosenWidth, onCard }: SizedColumn): boolean {
  return chosenWidth === undefined && !['actions', 'corner', 'end'].includes(onCard ?? '')
}

function sumOf(columns: readonly SizedColumn[], pixelsOf: (column: SizedColumn) => number): number {
  return columns.reduce((sum, column) => sum + pixelsOf(column), 0)
}

function widthOf({ chosenWidth, width = 0 }: SizedColumn): number {
  return chosenWidth ?? width
}

function usualOf(column: SizedColumn): number {
  return widthOf(column) + lackOf(column)
}

function lackOf({ chosenWidth, width = 0, usualWidth = width }: SizedColumn): number {
  return chosenWidth === undefined ? Math.max(0, usualWidth - width) : 0
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

interface FittingOptions {
  /** Has its width ahead of the columns. */
  dragged?: ColumnWidth | undefined
  /** Rows of one line. */
  dense?: boolean | undefined
}

/**
 * The columns that fit into the element that takes `measure` as its ref, the same array while nothing changes, and
 * their widths.
 */
export function useFittingColumns<Column extends SizedColumn>(
  columns: readonly Column[],
  { dragged, dense = false }: FittingOptions = {},
) {
  const [{ room, scale }, setSpace] = useState({ room: Number.POSITIVE_INFINITY, scale: 1 })
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const read = () => setSpace({ room: element.clientWidth, scale: scaleIn(element) })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const sized = columns.map((column) => ({
    ...inFont(column, scale, dense),
    ...(column.key === dragged?.key && { chosenWidth: dragged.width }),
  }))
  const fitting = fittingColumns(sized.some(hasWidth) && areCards() ? sized.map(staying) : sized, room - 2 * edge)
  const keys = fitting.map(({ key }) => key)
  const id = keys.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for the keys, which are new in each render.
  const shown = useMemo(() => columns.filter(({ key }) => keys.includes(key)), [columns, id])
  return { shown, sized: fitting, widths: fittingWidths(fitting, room - 2 * edge), measure }
}

// A hundred digits in the usual font of tables, whose letters are as wide as those of most.
const usualDigits = 744

/** How much wider than usual the texts of a table are: somebody has a wide font, or has enlarged it. */
function scaleIn(element: HTMLElement): number {
  const digits = document.createElement('span')
  digits.style.cssText = 'position: absolute; width: 100ch; font-size: 0.8125rem'
  element.append(digits)
  const { offsetWidth } = digits
  digits.remove()
  return Math.max(1, offsetWidth / usualDigits)
}

function inFont<Column extends SizedColumn>(column: Column, scale: number, dense: boolean): Column {
  const width = dense ? (column.denseWidth ?? column.width) : column.width
  const scaled = (pixels: number | undefined) => pixels && Math.round(pixels * scale)
  return { ...column, width: scaled(width), usualWidth: scaled(column.usualWidth), most: scaled(column.most) }
}
