import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import { useNumberClashes, useSummary } from '#check-requests/api.ts'
import { columns } from '#check-requests/list/columns.tsx'
import { type CountCard, hasPrinted, LatestRequests, StatusCards } from '#dashboard/panel-parts.tsx'
import { RecentDealerships } from '#dashboard/recent-dealerships.tsx'
import { RecentUsers } from '#dashboard/recent-users.tsx'
import { checkRequestPath, paths } from '#paths.ts'
import { ConfirmationAnnouncement, WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { Card } from '#ui/card.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { optional } from '#ui/optional.tsx'

const cards: CountCard[] = [
  { label: 'Total Requests', hint: 'All time check requests', counts: 'all', to: paths.checkRequests },
  { label: 'Pending Approvals', hint: 'Awaiting approval', counts: groupings.pending, to: paths.pending },
  { label: 'Processing', hint: 'Checks being processed', counts: groupings.processing, to: paths.processing },
  { label: 'Completed', hint: 'Fulfilled check requests', counts: groupings.completed, to: paths.completed },
]

/** The columns of recent requests (R063, R064). The Requester column shows the payee, as in the existing product. */
const recentColumns = [
  columns.number,
  { ...columns.payee, header: 'Requester' },
  columns.amount,
  columns.status,
  columns.requestDate,
]

const Checklist = optional(async () => (await import('#operation/set-up/checklist.tsx')).Checklist)

export function AdminPanel() {
  const { data: summary } = useSummary()
  return (
    <>
      <ConfirmationAnnouncement />
      {summary && !hasPrinted(summary) && <Checklist />}
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

/**
 * Lists checks that were recorded with the same number before numbers had to be unique; renders nothing if there are
 * none.
 */
function NumberClashes() {
  const { data: clashes = [] } = useNumberClashes()
  if (clashes.length === 0) return null
  return (
    <Card title="Duplicate Check Numbers" description="Recorded before 104 and 0104 were treated as one number.">
      <ul className="grid gap-1">
        {clashes.map(({ id, request_number, check_number }) => (
          <li key={id}>
            #{check_number} <TextLink to={checkRequestPath(id)}>{request_number}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
