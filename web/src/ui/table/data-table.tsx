import { clsx } from 'clsx'
import {
  type HTMLAttributes,
  type MouseEvent,
  memo,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { optional } from '#ui/optional.tsx'
import { type ColumnWidth, edge, fillerOf, type SizedColumn, useFittingColumns } from '#ui/table/fitting-columns.ts'
import type { Point } from '#ui/table/full-text-tip.tsx'
import { LoadMore, type MorePages } from '#ui/table/load-more.tsx'
import { type ColumnHead, SortHeader, tableRoles } from '#ui/table/sort-header.tsx'
import { useShownRows } from '#ui/table/use-shown-rows.ts'
import { useDelayed } from '#ui/timers.ts'

const ColumnEdge = optional(async () => (await import('#ui/table/column-edge.tsx')).ColumnEdge)

export interface Column<Row> extends ColumnHead, SizedColumn {
  cell(row: Row): ReactNode
  /**
   * The column's position on a card, which is how phones show a row: the title, without its header, is on top, and the
   * actions are at the bottom or, if small, next to the title. If columns have widths, the card shows only columns with
   * a position: title and figure are on the first line, mark and detail on the second line, corner and end next to
   * these lines, and `below` under them.
   */
  onCard?: 'title' | 'figure' | 'mark' | 'detail' | 'actions' | 'corner' | 'end' | 'below' | undefined
  /** True to show a truncated cell in full while its row has the focus. */
  tellsInFull?: boolean | undefined
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  /** The rows; undefined until the first load has ended. */
  rows: readonly Row[] | undefined
  rowKey(row: Row): string | number
  /** A number that grows when the row changes; a row that changes while it is shown is briefly highlighted. */
  rowVersion?: ((row: Row) => number) | undefined
  /** The key of the row selected by keyboard. */
  activeKey?: string | number | undefined
  rowProps?: ((row: Row) => HTMLAttributes<HTMLTableRowElement>) | undefined
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  /** Called when a column is resized. Named columns can be resized; action columns can't. */
  onResize?: ((key: string, width: number) => void) | undefined
  /** True for single-line rows of 32 pixels instead of 40, if columns have widths. */
  dense?: boolean | undefined
  /** The message if loading failed. Existing rows stay visible. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
  /** Shown when there are no rows: `<EmptyState …>`. */
  empty: ReactNode
  more?: MorePages | undefined
  skeletonRows?: number | undefined
}

/** A table on wide screens, cards on narrow ones. If columns have widths, each row is one line, and all columns fit. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, onResize, dense } = props
  const [dragged, setDragged] = useState<ColumnWidth>()
  const { shown: columns, sized, widths, measure } = useFittingColumns(props.columns, { dragged, dense })
  const firstEdge = columns.find(isResizable)?.key
  const edgeFor = ({ key, header, ...column }: Column<Row>) =>
    onResize &&
    isResizable(column) && (
      <ColumnEdge
        name={header}
        width={widths.get(key) ?? 0}
        isTabStop={key === firstEdge}
        onDrag={(width) => setDragged(width === undefined ? undefined : { key, width })}
        onResize={(width) => {
          setDragged(undefined)
          onResize(key, width)
        }}
      />
    )
  const filler = fillerOf(sized)
  const widthAt = (key: string, index: number) => ({ width: (widths.get(key) ?? 0) + edgeOf(index, sized.length) })
  const isLedger = columns.some(({ width }) => width !== undefined)
  const showSkeleton = useDelayed(rows === undefined && !error)
  const { shown, isWhole } = useShownRows(rows, props.rowKey)
  return (
    <div>
      {error && <ErrorState message={error} onRetry={props.onRetry} />}
      {rows?.length === 0 && !error && props.empty}
      {((rows && rows.length > 0) || showSkeleton) && (
        <Frame isLedger={isLedger} measure={measure}>
          <table
            {...tableRoles.table}
            className={clsx('data-table', isLedger && 'ledger', dense && 'dense')}
            aria-busy={rows === undefined}
          >
            <caption className="sr-only">{props.caption}</caption>
            {isLedger && (
              <colgroup>
                {sized.map((column, index) => (
                  <col key={column.key} style={column.key === filler?.key ? undefined : widthAt(column.key, index)} />
                ))}
              </colgroup>
            )}
            <thead {...tableRoles.group}>
              <tr {...tableRoles.row}>
                {columns.map((column) => (
                  <SortHeader
                    key={column.key}
                    column={column}
                    sort={props.sort}
                    onSort={props.onSort}
                    edge={edgeFor(column)}
                  />
                ))}
              </tr>
            </thead>
            <tbody {...tableRoles.group}>
              <Rows {...props} rows={shown} columns={columns} />
            </tbody>
          </table>
        </Frame>
      )}
      {props.more && isWhole && <LoadMore {...props.more} />}
    </div>
  )
}

function isResizable<Row>({
  width,
  headerCell,
  onCard,
}: Pick<Column<Row>, 'width' | 'headerCell' | 'onCard'>): boolean {
  return width !== undefined && headerCell === undefined && onCard !== 'actions'
}

function edgeOf(index: number, count: number): number {
  return (index === 0 ? edge : 0) + (index === count - 1 ? edge : 0)
}

interface FrameProps {
  isLedger: boolean
  measure(element: HTMLElement | null): (() => void) | undefined
  children: ReactNode
}

function Frame({ isLedger, measure, children }: FrameProps) {
  if (!isLedger) return <div className="overflow-x-auto xl:overflow-visible">{children}</div>
  return (
    <div ref={measure}>
      <FullText>{children}</FullText>
    </div>
  )
}

function Rows<Row>({ rows, columns, rowKey, rowVersion, rowProps, activeKey, skeletonRows = 8 }: DataTableProps<Row>) {
  const changed = useChangedRows(rows, rowKey, rowVersion)
  if (!rows) return skeleton(columns, skeletonRows)
  return rows.map((row) => {
    const key = rowKey(row)
    return (
      <TableRow
        key={key}
        row={row}
        columns={columns}
        rowProps={rowProps}
        isActive={key === activeKey}
        isChanged={changed.has(key)}
      />
    )
  })
}

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  rowProps: DataTableProps<Row>['rowProps']
  isActive: boolean
  isChanged: boolean
}

// Moving through a long list rerenders only two rows, as long as the `columns` array stays the same.
const TableRow = memo(PlainTableRow) as typeof PlainTableRow

function PlainTableRow<Row>({ row, columns, rowProps, isActive, isChanged }: TableRowProps<Row>) {
  const extra = rowProps?.(row)
  return (
    <tr
      {...tableRoles.row}
      aria-current={isActive || undefined}
      {...extra}
      className={clsx(isChanged && 'animate-changed', extra?.className)}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          {...tableRoles.cell}
          className={cellClass(column)}
          data-label={column.header}
          data-card={column.onCard}
        >
          <div className="min-w-0" data-full-text={column.tellsInFull || undefined}>
            {column.cell(row)}
          </div>
          {column.onCard === 'actions' && column.width !== undefined && <ShowActions />}
        </td>
      ))}
    </tr>
  )
}

function skeleton<Row>(columns: readonly Column<Row>[], count: number) {
  const keys = Array.from({ length: count }, (_, index) => `skeleton-${index}`)
  return keys.map((key) => (
    <tr key={key} {...tableRoles.row}>
      {columns.map((column) => (
        <td key={column.key} {...tableRoles.cell} className={cellClass(column)} data-card={column.onCard}>
          <Skeleton className={clsx('h-4', column.align === 'end' ? 'ms-auto w-16' : 'w-full max-w-28')} />
        </td>
      ))}
    </tr>
  ))
}

function cellClass<Row>(column: Column<Row>): string {
  return clsx(column.align === 'end' && 'sm:text-end', column.className)
}

/**
 * On phones, a button that reveals a card's actions, as a swipe does, and focuses the first action. Every row has this
 * button, so its dots are a background image instead of elements.
 */
function ShowActions() {
  function show({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const action = currentTarget.closest('td')?.querySelector<HTMLElement>('div :is(a, button)')
    action?.scrollIntoView({ block: 'nearest', inline: 'end' })
    action?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      aria-label="Show actions"
      className="show-actions -me-3 hidden h-11 w-9 rounded-md text-ink-soft max-sm:block"
      onClick={show}
    />
  )
}

type Key = string | number
const nothing: ReadonlySet<Key> = new Set()

/** Keys of rows whose version has grown since the list's last render; new rows aren't included. */
function useChangedRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => Key,
  rowVersion: ((row: Row) => number) | undefined,
): ReadonlySet<Key> {
  const [changed, setChanged] = useState(nothing)
  const known = useRef(new Map<Key, number>())
  const read = useRef({ rowKey, rowVersion })
  useEffect(() => {
    read.current = { rowKey, rowVersion }
  })
  useEffect(() => {
    const { rowKey: key, rowVersion: version } = read.current
    if (!rows || !version) return
    const before = known.current
    known.current = new Map(rows.map((row) => [key(row), version(row)]))
    const grown = rows.filter((row) => version(row) > (before.get(key(row)) ?? Number.POSITIVE_INFINITY)).map(key)
    if (grown.length > 0) setChanged(new Set(grown))
  }, [rows])
  return changed
}

const FullTextTip = optional(async () => (await import('#ui/table/full-text-tip.tsx')).FullTextTip)

/**
 * Shows truncated cells in full: the cell under the pointer, and cells marked with `data-full-text` in the focused row.
 * Escape hides the full text. Most of the code is loaded on first hover or focus.
 */
function FullText({ children }: { children: ReactNode }) {
  const [first, setFirst] = useState<{ area: HTMLElement; pointer: Point | undefined }>()
  const begin = ({ currentTarget: area }: SyntheticEvent<HTMLElement>, pointer?: Point) =>
    setFirst((before) => before ?? { area, pointer })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not interactive; the text is only shown in full.
    <div onPointerEnter={(event) => begin(event, event.nativeEvent)} onFocus={(event) => begin(event)}>
      {children}
      {first && <FullTextTip {...first} />}
    </div>
  )
}
