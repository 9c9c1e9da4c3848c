import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { latestShown } from '#dashboard/panel-parts.tsx'
import { useDealerships } from '#organization/api.ts'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

const columns: Column<Dealership>[] = [
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
        columns={columns}
        rows={latest}
        rowKey={(dealership) => dealership.id}
        empty={<EmptyState text="No dealerships have been added yet." />}
        skeletonRows={latestShown}
        {...useLoadFailure(list)}
      />
    </Card>
  )
}
