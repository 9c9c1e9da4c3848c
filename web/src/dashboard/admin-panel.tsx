import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import { columns } from '#check-requests/list/columns.tsx'
import { ConfirmationAnnouncement } from '#confirmations/announcement.tsx'
import { WaitingAccounts } from '#confirmations/waiting-accounts.tsx'
import { LatestRequests } from '#dashboard/latest-requests.tsx'
import { NumberClashes } from '#dashboard/number-clashes.tsx'
import { RecentDealerships } from '#dashboard/recent-dealerships.tsx'
import { RecentUsers } from '#dashboard/recent-users.tsx'
import { type CountCard, StatusCards } from '#dashboard/status-cards.tsx'
import { paths } from '#paths.ts'

const cards: CountCard[] = [
  { label: 'Total Requests', hint: 'All time check requests', counts: 'all', to: paths.checkRequests },
  { label: 'Pending Approvals', hint: 'Awaiting approval', counts: groupings.pending, to: paths.pending },
  { label: 'Processing', hint: 'Checks being processed', counts: groupings.processing, to: paths.processing },
  { label: 'Completed', hint: 'Fulfilled check requests', counts: groupings.completed, to: paths.completed },
]

/** R063, R064. The Requester column shows the payee, as in the existing product. */
const recentColumns = [
  columns.number,
  { ...columns.payee, header: 'Requester' },
  columns.amount,
  columns.status,
  columns.requestDate,
]

export function AdminPanel() {
  return (
    <>
      <ConfirmationAnnouncement />
      <StatusCards cards={cards} />
      <WaitingAccounts />
      <NumberClashes />
      <LatestRequests
        title="Recent Check Requests"
        filter={{}}
        columns={recentColumns}
        empty="No check requests have been raised yet."
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <RecentUsers />
        <RecentDealerships />
      </div>
    </>
  )
}
