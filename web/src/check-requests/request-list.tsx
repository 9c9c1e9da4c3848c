import type { ListView } from '@check-requests/domain/check-requests/list-views.ts'
import { clsx } from 'clsx'
import { type ReactNode, useMemo } from 'react'
import { type CheckRequestList, useCheckRequestList } from '#check-requests/api.ts'
import type { RequestColumn } from '#check-requests/columns.tsx'
import { ExportButton } from '#check-requests/export-button.tsx'
import { FoundText } from '#check-requests/found-text.tsx'
import { type ListState, useListState } from '#check-requests/list-state.ts'
import { type ListFilterControl, ListToolbar } from '#check-requests/list-toolbar.tsx'
import type { ApprovalQueue } from '#check-requests/navigation-state.ts'
import { QueueProvider } from '#check-requests/request-link.tsx'
import { useRowWalk } from '#check-requests/use-row-walk.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface RequestListProps {
  columns: readonly RequestColumn[]
  placeholder: string
  control?: ListFilterControl | undefined
  queue?: ListView | undefined
  /** Said when there is nothing at all, with what to do next. */
  nothingYet: { text: string; action: ReactNode }
  /** Said when nothing fits the search and filters. */
  noMatch: string
}

/** A list of check requests with its search, filters and order, all of them kept in the address. */
export function RequestList(props: RequestListProps) {
  const state = useListState(props.queue)
  const list = useCheckRequestList(state.filter)
  const walk = useRowWalk(list.rows)
  const queue = useQueue(list, props.queue)
  const columns = useMemo(() => compact(props.columns), [props.columns])
  return (
    <Card
      title="Check Request List"
      description={<FoundText page={list.first} />}
      actions={<ExportButton filter={state.filter} />}
      flush
    >
      <ListToolbar state={state} placeholder={props.placeholder} control={props.control} queue={props.queue} />
      <QueueProvider value={queue}>
        <div className="sm:[&_table]:text-[0.8125rem] 2xl:[&_table]:text-[0.875rem]">
          <DataTable
            caption="Check requests"
            columns={columns}
            rows={list.rows}
            rowKey={(row) => row.id}
            rowVersion={(row) => row.version}
            sort={state.filter.sort}
            onSort={(sort) => state.change({ sort: sort as ListState['filter']['sort'] })}
            empty={
              state.narrowed ? <NoMatch text={props.noMatch} state={state} /> : <EmptyState {...props.nothingYet} />
            }
            more={list.more}
            {...list.failure}
            {...walk}
          />
        </div>
      </QueueProvider>
    </Card>
  )
}

/** Ten columns fit beside the sidebar when there is little room between them. */
function compact(columns: readonly RequestColumn[]): RequestColumn[] {
  const last = columns.length - 1
  return columns.map((column, index) => ({
    ...column,
    className: clsx(column.className, index > 0 && 'sm:ps-1.5', index < last && 'sm:pe-1.5'),
  }))
}

/** Approvals are worked through one after the other, in the order of the list that they were opened from. */
function useQueue({ rows, first }: CheckRequestList, view: ListView | undefined): ApprovalQueue | undefined {
  const total = first?.total
  return useMemo(() => {
    if (view !== 'pending' || !rows || total === undefined) return undefined
    return { ids: rows.map(({ id }) => id), total }
  }, [rows, total, view])
}

function NoMatch({ text, state }: { text: string; state: ListState }) {
  return (
    <EmptyState
      text={text}
      action={
        <Button variant="secondary" onClick={state.clear}>
          Clear filters
        </Button>
      }
    />
  )
}
