import { roles } from '@check-requests/domain/access/roles.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Fragment } from 'react'
import { WaitingMark } from '#confirmations/waiting-mark.tsx'
import { ActiveBadge } from '#ui/active-badge.tsx'
import { AddressText } from '#ui/address-text.tsx'
import type { Column } from '#ui/data-table.tsx'

/** The columns of a table of users (R097). */
export const userColumns: Column<User>[] = [
  { key: 'username', header: 'Username', onCard: 'title', cell: ({ username }) => <Address text={username} /> },
  { key: 'name', header: 'Name', cell: (user) => markHidden(`${user.first_name} ${user.last_name}`) },
  { key: 'title', header: 'Title', cell: ({ title }) => title ?? '–' },
  { key: 'email', header: 'Email', cell: ({ email }) => <Address text={email} /> },
  { key: 'role', header: 'Role', cell: (user) => <Roles user={user} /> },
  {
    key: 'group',
    header: 'Dealer Group',
    cell: (user) => (user.dealer_group_name ? markHidden(user.dealer_group_name) : '–'),
  },
  { key: 'dealership', header: 'Dealership', cell: (user) => <Lines texts={user.dealership_name} /> },
  { key: 'department', header: 'Department', cell: (user) => <Lines texts={user.department_name} /> },
  { key: 'status', header: 'Status', cell: ({ active }) => <ActiveBadge active={active} /> },
]

function Roles({ user }: { user: User }) {
  return (
    <>
      <Lines texts={roleLabels(user)} /> <WaitingMark userId={user.id} />
    </>
  )
}

/** The primary role first, as a login starts in it. */
function roleLabels({ role_ids, primary_role }: User): string[] {
  const held = roles.filter(({ id }) => role_ids.includes(id))
  return held
    .toSorted((one, other) => Number(other.id === primary_role) - Number(one.id === primary_role))
    .map(({ label }) => label)
}

function Address({ text }: { text: string }) {
  return (
    <span className="block wrap-break-word sm:max-w-28 2xl:max-w-none">
      <AddressText>{text}</AddressText>
    </span>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return '–'
  return texts.map((text, index) => (
    <Fragment key={text}>
      {index > 0 && <br />}
      {markHidden(text)}
    </Fragment>
  ))
}
