import { hasCheck, type StatusName, statuses, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ReactNode } from 'react'
import { type ListFilter, useFewCheckRequests, useSummary } from '#check-requests/api.ts'
import type { RequestColumn } from '#check-requests/list/columns.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card, StatCard } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'

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

/** The number of items in each table of a dashboard (R242). */
export const latestShown = 2

export interface CountCard {
  label: string
  hint?: string
  /** Which requests are counted: those at these statuses, all, or those decided by the user (B3). */
  counts: readonly StatusName[] | 'all' | 'handled'
  /** The list that shows exactly the counted requests. */
  to: string
  search?: Record<string, string | number>
}

/** Counts of the user's check requests, each linked to its list. */
export function StatusCards({ cards }: { cards: readonly CountCard[] }) {
  const summary = useSummary()
  const { error, onRetry } = useLoadFailure(summary)
  return (
    <div>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map(({ counts, ...card }) => (
          <StatCard
            key={card.label}
            {...card}
            value={summary.data && countIn(summary.data, counts).toLocaleString('en-US')}
          />
        ))}
      </div>
    </div>
  )
}

type Summary = NonNullable<ReturnType<typeof useSummary>['data']>

function countIn({ counts, total, handled }: Summary, counted: CountCard['counts']): number {
  if (counted === 'all') return total
  if (counted === 'handled') return handled
  return counted.reduce((sum, name) => sum + (counts[statusNamed(name).id] ?? 0), 0)
}

/** Whether a check of the counted requests has been printed, which ends the set-up. */
export function hasPrinted({ counts }: Summary): boolean {
  return statuses.some(({ id, name }) => hasCheck(name) && (counts[id] ?? 0) > 0)
}
