import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** The content of a column header. */
export interface ColumnHead {
  header: string
  /** Replaces the name, for example with a checkbox that selects all rows. */
  headerCell?: ReactNode
  align?: 'end' | undefined
  /** The argument of `onSort` for each direction; the first click uses the first one. */
  sort?: { descending?: string | undefined; ascending?: string | undefined } | undefined
  className?: string | undefined
}

interface SortHeaderProps {
  column: ColumnHead
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  /** The edge for resizing the column. */
  edge?: ReactNode
}

/** A column's header, which is a button if the column can be sorted. */
export function SortHeader({ column, sort, onSort, edge }: SortHeaderProps) {
  const className = clsx(column.align === 'end' ? 'text-end' : 'text-start', column.className)
  // Keeps the edge out of the accessible name.
  const name = edge ? column.header : undefined
  if (!column.sort || !onSort)
    return (
      <th {...tableRoles.header} scope="col" className={className} aria-label={name}>
        {column.headerCell ?? column.header}
        {edge}
      </th>
    )
  const { ascending, descending } = column.sort
  const direction = directionOf(column.sort, sort)
  const next = nextSort(column.sort, sort)
  const Icon = { descending: ArrowDown, ascending: ArrowUp, none: ChevronsUpDown }[direction]
  return (
    <th {...tableRoles.header} scope="col" aria-sort={direction} className={className} aria-label={name}>
      <button
        type="button"
        className={clsx(
          'inline-flex min-h-6 items-center gap-1 rounded-sm text-start hover:text-ink',
          column.align === 'end' && 'flex-row-reverse',
        )}
        disabled={next === sort && !(ascending && descending)}
        onClick={() => next && onSort(next)}
      >
        {column.header}
        <Icon aria-hidden className={clsx('size-3.5 shrink-0', direction === 'none' && 'opacity-60')} />
      </button>
      {edge}
    </th>
  )
}

type Sorts = NonNullable<ColumnHead['sort']>

function directionOf(sorts: Sorts, sort: string | undefined) {
  if (sort !== undefined && sort === sorts.descending) return 'descending'
  if (sort !== undefined && sort === sorts.ascending) return 'ascending'
  return 'none'
}

function nextSort(sorts: Sorts, sort: string | undefined): string | undefined {
  const inTurn = Object.values(sorts).filter((value) => value !== undefined)
  return inTurn[(inTurn.indexOf(sort ?? '') + 1) % inTurn.length]
}

/** Some browsers stop treating a table as a table when CSS lays it out as cards. Explicit roles prevent that. */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
