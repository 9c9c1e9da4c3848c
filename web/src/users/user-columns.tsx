import { roles } from '@check-requests/domain/access/roles.ts'
import type { User } from '@check-requests/domain/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { WaitingMark } from '#confirmations/waiting-mark.tsx'
import { ActiveBadge } from '#ui/active-badge.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/data-table.tsx'
import { ReasonMark } from '#ui/reason-button.tsx'
import { useMedia } from '#ui/use-media.ts'

/** The columns of a table of users (R097), and the turns in which they leave where there is no room for all. */
export const userColumns: Column<User>[] = [
  {
    key: 'username',
    header: 'Username',
    width: 116,
    usualWidth: 190,
    grows: true,
    most: 280,
    tellsInFull: true,
    onCard: 'title',
    cell: ({ username }) => username,
  },
  {
    key: 'name',
    header: 'Name',
    width: 84,
    usualWidth: 108,
    onCard: 'detail',
    cell: (user) => markHidden(`${user.first_name} ${user.last_name}`),
  },
  {
    key: 'title',
    header: 'Title',
    width: 72,
    usualWidth: 120,
    grows: true,
    most: 240,
    givesWay: 3,
    cell: ({ title }) => title ?? '–',
  },
  {
    key: 'email',
    header: 'Email',
    width: 116,
    usualWidth: 190,
    grows: true,
    most: 280,
    givesWay: 2,
    cell: ({ email }) => email,
  },
  { key: 'role', header: 'Role', width: 84, usualWidth: 110, cell: (user) => <Roles user={user} /> },
  {
    key: 'group',
    header: 'Dealer Group',
    width: 84,
    usualWidth: 140,
    givesWay: 1,
    cell: (user) => (user.dealer_group_name ? markHidden(user.dealer_group_name) : '–'),
  },
  {
    key: 'dealership',
    header: 'Dealership',
    width: 88,
    usualWidth: 130,
    grows: true,
    most: 220,
    givesWay: 5,
    cell: (user) => listed(user.dealership_name),
  },
  {
    key: 'department',
    header: 'Department',
    width: 86,
    usualWidth: 100,
    givesWay: 4,
    cell: (user) => listed(user.department_name),
  },
  { key: 'status', header: 'Status', width: 72, onCard: 'mark', cell: (user) => <Status user={user} /> },
]

function Roles({ user }: { user: User }) {
  return (
    <>
      <span className="flex flex-wrap gap-x-1">
        <Marks user={user} on="row" />
      </span>
      {roleLabels(user).map((label) => (
        <span key={label} data-role className="block">
          {label}
        </span>
      ))}
    </>
  )
}

function Status({ user }: { user: User }) {
  return (
    <>
      <ActiveBadge active={user.active} /> <Marks user={user} on="card" />
    </>
  )
}

/** What is to be known of a user: beside the role in a row, beside the status on the card of a phone. */
function Marks({ user, on }: { user: User; on: 'row' | 'card' }) {
  const isCard = useMedia('(width < 40rem)')
  if (isCard !== (on === 'card')) return null
  return (
    <>
      <WaitingMark userId={user.id} /> <RefusedMark user={user} />
    </>
  )
}

/** Marks somebody whose address the mail server refuses. */
function RefusedMark({ user: { email, mail_refused } }: { user: User }) {
  if (mail_refused === null) return null
  return (
    <ReasonMark reason={`The mail server refused ${email}: ${mail_refused}`}>
      <Badge color="red">No mail</Badge>
    </ReasonMark>
  )
}

/** The primary role first, as a login starts in it. */
function roleLabels({ role_ids, primary_role }: User): string[] {
  const held = roles.filter(({ id }) => role_ids.includes(id))
  return held
    .toSorted((one, other) => Number(other.id === primary_role) - Number(one.id === primary_role))
    .map(({ label }) => label)
}

function listed(texts: readonly string[]) {
  return texts.length === 0 ? '–' : markHidden(texts.join(', '))
}
