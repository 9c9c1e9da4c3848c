import type { ReactNode } from 'react'
import { type ListFilter, useFewCheckRequests } from '#check-requests/api.ts'
import type { RequestColumn } from '#check-requests/list/columns.tsx'
import { latestShown } from '#dashboard/latest-shown.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface LatestRequestsProps {
  title: string
  filter: ListFilter
  columns: readonly RequestColumn[]
  /** Links to the whole list. */
  actions?: ReactNode
  empty: string
}

/** The latest few check requests of a view (R242). */
export function LatestRequests({ title, filter, columns, actions, empty }: LatestRequestsProps) {
  const list = useFewCheckRequests({ ...filter, limit: latestShown })
  return (
    <Card title={title} actions={actions} flush>
      <DataTable
        caption={title}
        columns={columns}
        rows={list.data}
        rowKey={(row) => row.id}
        rowVersion={(row) => row.version}
        empty={<EmptyState text={empty} />}
        skeletonRows={latestShown}
        {...useLoadFailure(list)}
      />
    </Card>
  )
}
