import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import { columns } from '#check-requests/list/columns.tsx'
import { useDeleteAction } from '#check-requests/list/use-delete-action.tsx'
import { LatestRequests } from '#dashboard/latest-requests.tsx'
import { type CountCard, StatusCards } from '#dashboard/status-cards.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'

const list = paths.checkRequests

const cards: CountCard[] = [
  { label: 'My Requests', counts: 'all', to: list },
  { label: 'Pending Approval', counts: groupings.pending, to: list, search: { view: 'pending' } },
  { label: 'In Process', counts: groupings.processing, to: list, search: { view: 'processing' } },
  { label: 'Completed', counts: groupings.completed, to: list, search: { view: 'completed' } },
]

export function RequesterPanel() {
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
        empty="You have not raised a check request yet."
      />
      {dialog}
    </>
  )
}
