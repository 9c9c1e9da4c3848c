import { groupings, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { columns } from '#check-requests/list/columns.tsx'
import { RequestLink } from '#check-requests/list/request-link.tsx'
import { WithPayoffDays } from '#check-requests/status/payoff-days.tsx'
import { type CountCard, LatestRequests, StatusCards } from '#dashboard/panel-parts.tsx'
import { paths } from '#paths.ts'
import { WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { LinkButton } from '#ui/link-button.tsx'

const cards: CountCard[] = [
  { label: 'Pending Approvals', hint: 'Awaiting your approval', counts: groupings.pending, to: paths.pending },
  {
    label: 'Approved',
    counts: ['approved'],
    to: paths.checkRequests,
    search: { status: statusNamed('approved').id },
  },
  {
    label: 'Sent Back',
    hint: 'Requests returned for clarification',
    counts: ['sendback'],
    to: paths.checkRequests,
    search: { status: statusNamed('sendback').id },
  },
  { label: 'Total Handled', counts: 'handled', to: paths.checkRequests, search: { handled: 'true' } },
]

const pendingColumns = [
  columns.requester,
  {
    ...columns.payee,
    cell: (row: ListedRequest) => (
      <WithPayoffDays request={row}>
        <RequestLink request={row}>{markHidden(row.payee_name_1)}</RequestLink>
      </WithPayoffDays>
    ),
  },
  columns.amount,
  columns.purpose,
  { ...columns.requestDate, onCard: 'detail' as const },
  { ...columns.priority, onCard: 'mark' as const },
  columns.view,
]

export function ApproverPanel() {
  return (
    <>
      <StatusCards cards={cards} />
      <WaitingAccounts />
      <LatestRequests
        title="Recent Pending Requests"
        filter={{ view: 'pending' }}
        columns={pendingColumns}
        actions={
          <LinkButton to={paths.pending} variant="secondary">
            View All Pending
          </LinkButton>
        }
        empty="No check requests are waiting for approval."
      />
    </>
  )
}
