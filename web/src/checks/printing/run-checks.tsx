import type { PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { CheckStateBadge } from '#checks/register/check-state-badge.tsx'
import { checkPath, checkRequestPath } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { RowLink } from '#ui/row-link.tsx'

type RunCheck = PrintRunReply['checks'][number]

/** The checks of a run that is settled. */
export function RunChecks({ run }: { run: PrintRunReply }) {
  return (
    <Card title="Checks" flush>
      <DataTable
        caption="Checks of this print run"
        columns={columns}
        rows={run.checks}
        rowKey={({ id }) => id}
        empty={<EmptyState text="Its numbers went on to another print run." />}
      />
    </Card>
  )
}

const columns: readonly Column<RunCheck>[] = [
  {
    key: 'number',
    header: 'Check #',
    width: 110,
    onCard: 'detail',
    cell: ({ id, number }) => (
      <RowLink to={checkPath(id)} stateNow={() => ({})} className="row-link">
        {number}
      </RowLink>
    ),
  },
  {
    key: 'payee',
    header: 'Payee',
    width: 160,
    grows: true,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ payee_name: payee }) => markHidden(payee),
  },
  {
    key: 'amount',
    header: 'Amount',
    width: 110,
    align: 'end',
    className: 'figure',
    onCard: 'figure',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    key: 'state',
    header: 'State',
    width: 96,
    onCard: 'mark',
    cell: ({ state }) => <CheckStateBadge check={{ kind: 'run', state }} />,
  },
  {
    key: 'request',
    header: 'Request #',
    width: 160,
    givesWay: 1,
    cell: ({ check_request_id: id, request_number: number }) =>
      id === null ? '–' : <TextLink to={checkRequestPath(id)}>{number}</TextLink>,
  },
]
