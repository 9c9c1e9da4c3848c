import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListView } from '@check-requests/domain/check-requests/list/views.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { clsx } from 'clsx'
import type { CheckRequestList } from '#check-requests/api.ts'
import { filterFields, filterWords, isInUse, useFilterOptions } from '#check-requests/filters/filter-fields.ts'
import type { RequestColumn } from '#check-requests/list/columns.tsx'
import type { FilterName, ListState } from '#check-requests/list/list-state.ts'
import { FoundText, sortOptions, viewNames, withinOptions } from '#check-requests/list/list-toolbar.tsx'
import { PrintedBy } from '#check-requests/print/request-foot.tsx'
import type { Option } from '#ui/form/option.ts'
import { usePrinting } from '#ui/use-printing.ts'

interface ListOnPaperProps {
  state: ListState
  list: CheckRequestList
  columns: readonly RequestColumn[]
  queue?: ListView | undefined
}

const onScreenOnly = ['select', 'actions']

/** The printed form of a list: its filter as the title, and the rows on the screen. */
export function ListOnPaper(props: ListOnPaperProps) {
  const printedAt = usePrinting()
  return printedAt && props.list.rows ? <Paper {...props} rows={props.list.rows} printedAt={printedAt} /> : null
}

interface PaperProps extends ListOnPaperProps {
  rows: readonly ListedRequest[]
  printedAt: Date
}

function Paper({ state, list, rows, columns, queue, printedAt }: PaperProps) {
  const words = listWords(state, queue !== undefined, useFilterOptions(state.filter.view, rows as ListedRequest[]))
  return (
    <section data-paper="wide" aria-label="Printed list" className="hidden gap-3 print:grid">
      <header className="grid gap-0.5">
        <h2 className="text-base font-semibold wrap-anywhere">{words || 'No Filters'}</h2>
        <p>
          <FoundText page={list.first} />
          {list.more.available && ` (the first ${rows.length.toLocaleString('en-US')} are printed)`}
          {' · '}
          {sortOptions.find(({ value }) => value === state.filter.sort)?.label}
        </p>
        <p className="text-ink-soft">
          <PrintedBy at={printedAt} />
        </p>
      </header>
      <Rows rows={rows} columns={columns.filter(({ key }) => !onScreenOnly.includes(key))} />
    </section>
  )
}

function Rows({ rows, columns }: Pick<PaperProps, 'rows' | 'columns'>) {
  const cellClass = ({ align }: RequestColumn) =>
    clsx('py-1 pe-3 align-top', align === 'end' ? 'text-end' : 'text-start')
  return (
    <table className="w-full border-collapse text-[0.8125rem]">
      <caption className="sr-only">Check requests</caption>
      <thead className="table-header-group">
        <tr className="border-y border-line-strong">
          {columns.map((column) => (
            <th key={column.key} scope="col" className={clsx(cellClass(column), 'font-medium text-ink-soft')}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="break-inside-avoid border-b border-line">
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Narrowed = Pick<ListState, 'filter' | 'filters'>

/**
 * All filters of a list in words: `Status: Approved · Overdue · Search: “glass”`. `isQueue`: the screen itself names
 * the view.
 */
export function listWords(
  { filter, filters }: Narrowed,
  isQueue: boolean,
  optionsOf: (name: FilterName) => readonly Option<string>[],
): string {
  const used = filterFields.filter((field) => isInUse(field, filters))
  const parts = [
    !isQueue && filter.view !== 'all' && viewNames[filter.view],
    filter.status !== 0 && `Status: ${statusOf(filter.status).badge}`,
    filter.within !== 0 && `Completed: ${withinOptions.find(({ value }) => value === filter.within)?.label}`,
    ...used.map((field) => filterWords(field, filters, optionsOf(field.names[0]))),
    filter.search !== '' && `Search: “${filter.search}”`,
  ]
  return parts.filter(Boolean).join(' · ')
}
