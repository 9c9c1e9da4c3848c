import { groupings, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { ComponentType } from 'react'
import { columns } from '#check-requests/list/columns.tsx'
import { RequestLink } from '#check-requests/list/request-link.tsx'
import { useDeleteAction } from '#check-requests/list/use-delete-action.tsx'
import { WithPayoffDays } from '#check-requests/status/payoff-days.tsx'
import { AdminPanel } from '#dashboard/admin-panel.tsx'
import { NeedsMe } from '#dashboard/needs-me.tsx'
import { type CountCard, LatestRequests, StatusCards } from '#dashboard/panel-parts.tsx'
import { paths } from '#paths.ts'
import { WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'

const list = paths.checkRequests

const cards: CountCard[] = [
  { label: 'My Requests', counts: 'all', to: list },
  { label: 'Pending Approval', counts: groupings.pending, to: list, search: { view: 'pending' } },
  { label: 'In Process', counts: groupings.processing, to: list, search: { view: 'processing' } },
  { label: 'Completed', counts: groupings.completed, to: list, search: { view: 'completed' } },
]

function RequesterPanel() {
  const { actions, dialog } = useDeleteAction()
  const { number, payee, amount, requestDate, status, priority } = columns
  return (
    <>
      <StatusCards cards={cards} />
      <LatestRequests
        title="Recent Requests"
        filter={{}}
        columns={[number, payee, amount, requestDate, status, priority, actions]}
        actions={
          <>
            <LinkButton to={list} variant="secondary">
              View All
            </LinkButton>
            <LinkButton to={paths.newCheckRequest}>New Request</LinkButton>
          </>
        }
        empty="You haven’t raised a check request yet."
      />
      {dialog}
    </>
  )
}

const panels: Record<string, ComponentType> = {
  admin: AdminPanel,
  requester: RequesterPanel,
  approver: ApproverPanel,
  processor: ProcessorPanel,
}

/** The dashboard of this role (R063 to R071). */
export function DashboardPanel({ roleName }: { roleName: string }) {
  const Panel = panels[roleName]
  if (!Panel) return <EmptyState text="No dashboard information available." />
  return (
    <>
      <div className="min-h-28">
        <NeedsMe />
      </div>
      <Panel />
    </>
  )
}

const processorCards: CountCard[] = [
  {
    label: 'Awaiting Processing',
    hint: 'Ready for printing',
    counts: ['approved'],
    to: paths.processing,
    search: { status: statusNamed('approved').id },
  },
  {
    label: 'Printed',
    hint: 'Ready for signing',
    counts: ['printed'],
    to: paths.processing,
    search: { status: statusNamed('printed').id },
  },
  {
    label: 'Signed',
    hint: 'Ready for delivery',
    counts: ['signed'],
    to: paths.processing,
    search: { status: statusNamed('signed').id },
  },
  {
    label: 'Delivered/Close',
    hint: 'Completed check requests',
    counts: ['closed'],
    to: paths.completed,
    search: { status: statusNamed('closed').id },
  },
]

const { number, payee, amount, waitingStatus, priority, completedDate, view } = columns

export function ProcessorPanel() {
  return (
    <>
      <StatusCards cards={processorCards} />
      <LatestRequests
        title="Processing Checks"
        filter={{ view: 'processing' }}
        columns={[number, payee, amount, waitingStatus, priority, view]}
        empty="No checks are in process."
      />
      <LatestRequests
        title="Recently Completed"
        filter={{ view: 'completed', sort: 'completed' }}
        columns={[number, payee, amount, completedDate, view]}
        empty="No check request has been completed yet."
      />
    </>
  )
}

const approverCards: CountCard[] = [
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
      <StatusCards cards={approverCards} />
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
