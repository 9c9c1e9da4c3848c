import { roles } from '@check-requests/domain/access/roles.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { latestShown } from '#dashboard/panel-parts.tsx'
import { paths } from '#paths.ts'
import { useUsers } from '#people/users/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

const columns: Column<User>[] = [
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
        columns={columns}
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
