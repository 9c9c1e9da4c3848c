import { roles } from '@check-requests/domain/access/roles.ts'
import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useNumberClashes, useSummary } from '#check-requests/api.ts'
import { columns } from '#check-requests/list/columns.tsx'
import { type CountCard, hasPrinted, LatestRequests, latestShown, StatusCards } from '#dashboard/panel-parts.tsx'
import { useDealerships } from '#organization/api.ts'
import { checkRequestPath, paths } from '#paths.ts'
import { ConfirmationAnnouncement, WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { useUsers } from '#people/users/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton, TextLink } from '#ui/link-button.tsx'
import { optional } from '#ui/optional.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

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

const dealershipColumns: Column<Dealership>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 120,
    grows: true,
    onCard: 'title',
    cell: (dealership) => markHidden(dealership.name),
  },
  { key: 'code', header: 'Code', width: 72, onCard: 'mark', cell: (dealership) => dealership.code },
  {
    key: 'group',
    header: 'Dealer Group',
    width: 120,
    grows: true,
    onCard: 'detail',
    cell: (dealership) => markHidden(dealership.dealer_group_name),
  },
]

export function RecentDealerships() {
  const list = useDealerships()
  const latest = list.data
    ?.toSorted((one, other) => other.created_at.localeCompare(one.created_at))
    .slice(0, latestShown)
  return (
    <Card
      title="Recent Dealerships"
      actions={
        <LinkButton to={paths.dealerships} variant="secondary">
          Manage Dealerships
        </LinkButton>
      }
      flush
    >
      <DataTable
        caption="Recent Dealerships"
        columns={dealershipColumns}
        rows={latest}
        rowKey={(dealership) => dealership.id}
        empty={<EmptyState text="No dealerships have been added yet." />}
        skeletonRows={latestShown}
        {...useLoadFailure(list)}
      />
    </Card>
  )
}

const userColumns: Column<User>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 120,
    grows: true,
    onCard: 'title',
    cell: (user) => markHidden(`${user.first_name} ${user.last_name}`),
  },
  {
    key: 'role',
    header: 'Role',
    width: 120,
    grows: true,
    onCard: 'mark',
    cell: (user) => roleLabels(user.role_ids),
  },
]

/** The most recently added users (R064). */
export function RecentUsers() {
  const list = useUsers()
  return (
    <Card
      title="Recent Users"
      actions={
        <LinkButton to={paths.users} variant="secondary">
          Manage Users
        </LinkButton>
      }
      flush
    >
      <DataTable
        caption="Recent Users"
        columns={userColumns}
        rows={list.data?.slice(0, latestShown)}
        rowKey={(user) => user.id}
        empty={<EmptyState text="No users have been added yet." />}
        skeletonRows={latestShown}
        {...useLoadFailure(list)}
      />
    </Card>
  )
}

function roleLabels(roleIds: number[]): string {
  const held = roles.filter(({ id }) => roleIds.includes(id))
  return held.map(({ label }) => label).join(', ')
}
