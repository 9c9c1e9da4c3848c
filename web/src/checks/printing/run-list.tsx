import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { checksInWords, outcomes } from '#checks/printing/run-words.ts'
import { printRunPath } from '#paths.ts'
import type { LoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowLink } from '#ui/row-link.tsx'

type Run = Omit<PrintRunReply, 'opened' | 'checks'>

/** The newest runs of an account that are settled. */
export function RunList({ runs, failure }: { runs: readonly Run[] | undefined; failure: LoadFailure }) {
  return (
    <Card title="Settled Print Runs" description="The newest 50 of this account." flush>
      <DataTable
        caption="Settled print runs"
        columns={columns}
        rows={runs}
        rowKey={({ id }) => id}
        {...failure}
        empty={<EmptyState text="No print run is settled yet." />}
        skeletonRows={2}
      />
    </Card>
  )
}

const columns: readonly Column<Run>[] = [
  {
    key: 'numbers',
    header: 'Numbers',
    width: 150,
    onCard: 'title',
    cell: ({ id, first_number: first, count }) => (
      <RowLink to={printRunPath(id)} stateNow={() => ({})} className="row-link">
        {count === 1 ? first : `${first} to ${first + count - 1}`}
      </RowLink>
    ),
  },
  { key: 'count', header: 'Checks', width: 96, onCard: 'detail', cell: ({ count }) => checksInWords(count) },
  {
    key: 'total',
    header: 'Total',
    width: 120,
    align: 'end',
    className: 'figure',
    onCard: 'figure',
    cell: ({ total }) => formatDollars(total),
  },
  { key: 'state', header: 'Came Out', width: 110, onCard: 'mark', cell: ({ state }) => outcomes[state] },
  { key: 'date', header: 'Check Date', width: 110, givesWay: 2, cell: ({ check_date }) => formatDate(check_date) },
  {
    key: 'settled',
    header: 'Settled',
    width: 200,
    grows: true,
    tellsInFull: true,
    givesWay: 1,
    cell: ({ settled_by, settled_at }) =>
      settled_by && settled_at ? `${formatMoment(settled_at)} by ${markHidden(settled_by.name)}` : '–',
  },
]
