import { useCallback, useMemo, useState } from 'react'

/** A column with a fixed width, in pixels including padding. */
export interface SizedColumn {
  key: string
  /** The minimum width; undefined in tables with automatic widths. */
  width?: number | undefined
  /** The minimum width in single-line rows, used in place of `width`. */
  denseWidth?: number | undefined
  /** The width at which most texts are shown in full; defaults to `width`. */
  usualWidth?: number | undefined
  /** The width chosen by the user; reduced if there isn't enough room. */
  chosenWidth?: number | undefined
  /** True if the column takes the remaining room, unless a width is chosen. */
  grows?: boolean | undefined
  /**
   * The maximum width of a growing column, after which all columns share the remaining room. Undefined for no limit.
   */
  most?: number | undefined
  /**
   * The rank in which the column is dropped if there is no room: 1 is dropped first. Undefined if the column always
   * stays.
   */
  givesWay?: number | undefined
  /** True for an optional column, which is dropped as soon as any other column has less than its usual width. */
  isExtra?: boolean | undefined
  /** The column's position on a card. Columns with a position are never dropped from cards. */
  onCard?: string | undefined
}

/** The columns that fit into this many pixels: as few columns as possible are dropped, in the order of `givesWay`. */
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
 * The width of each column by key: chosen widths are used, and the widest are reduced if they don't fit. Remaining room
 * widens the columns to their usual width, then the growing ones equally, and then all of them.
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

/** The column that takes the rounding difference: the last growing column, or else the last column. */
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

/** The additional padding of the first and last columns, in pixels. */
export const edge = 10

// On phones rows are cards, laid out by the style sheet. Resizing the window changes the measured width.
function areCards(): boolean {
  return matchMedia('(width < 40rem)').matches
}

/** Keeps a column with a position on cards, however narrow they are. */
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
  /** A column being dragged, whose width is set before other widths are distributed. */
  dragged?: ColumnWidth | undefined
  /** True for single-line rows. */
  dense?: boolean | undefined
}

/**
 * The columns that fit into the element with the ref `measure`, and the columns' widths. Returns the same array while
 * nothing changes.
 */
export function useFittingColumns<Column extends SizedColumn>(
  columns: readonly Column[],
  { dragged, dense = false }: FittingOptions = {},
) {
  const [{ room, scale }, setSpace] = useState({ room: Number.POSITIVE_INFINITY, scale: 1 })
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const digits = digitsIn(element)
    const read = () => {
      const [room, scale] = [element.clientWidth, Math.max(1, digits.offsetWidth / usualDigits)]
      // The height changes with every search, and must not cause another render.
      setSpace((before) => (before.room === room && before.scale === scale ? before : { room, scale }))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    observer.observe(digits)
    return () => {
      observer.disconnect()
      digits.remove()
    }
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

// The width of a hundred digits in the usual table font, in pixels.
const usualDigits = 744

/**
 * An invisible element as wide as a hundred digits, which shows how much wider than usual the table's texts are, because
 * of a wide font or enlarged text. It stays, because adding one would lay out the whole page again.
 */
function digitsIn(element: HTMLElement): HTMLElement {
  const digits = document.createElement('span')
  digits.style.cssText = 'position: fixed; visibility: hidden; width: 100ch; font-size: 0.8125rem'
  element.append(digits)
  return digits
}

function inFont<Column extends SizedColumn>(column: Column, scale: number, dense: boolean): Column {
  const width = dense ? (column.denseWidth ?? column.width) : column.width
  const scaled = (pixels: number | undefined) => pixels && Math.round(pixels * scale)
  return { ...column, width: scaled(width), usualWidth: scaled(column.usualWidth), most: scaled(column.most) }
}
