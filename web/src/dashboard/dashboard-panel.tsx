import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ComponentType } from 'react'
import { columns } from '#check-requests/list/columns.tsx'
import { useDeleteAction } from '#check-requests/list/use-delete-action.tsx'
import { AdminPanel } from '#dashboard/admin-panel.tsx'
import { ApproverPanel } from '#dashboard/approver-panel.tsx'
import { NeedsMe } from '#dashboard/needs-me.tsx'
import { type CountCard, LatestRequests, StatusCards } from '#dashboard/panel-parts.tsx'
import { ProcessorPanel } from '#dashboard/processor-panel.tsx'
import { paths } from '#paths.ts'
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
