import { roles } from '@check-requests/domain/access/roles.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { BadgeCheck, Pencil, Send, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { HeldTitlesSubject } from '#approvals/held-titles-dialog.tsx'
import { WaitingMark } from '#people/confirmations/waiting-mark.tsx'
import { useUsers } from '#people/users/api.ts'
import { holdsTitles, refusalToChange, refusalToDelete, refusalToSetTitles } from '#people/users/authority.ts'
import { counted } from '#platform/counted.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { ActiveBadge, Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { ReasonMark } from '#ui/feedback/reason-button.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'
import { useMedia } from '#ui/use-sizes.ts'

const UpdateDialog = lazy(async () => ({
  default: (await import('#people/users/update-user-dialog.tsx')).UpdateUserDialog,
}))
const DeleteDialog = lazy(async () => ({
  default: (await import('#people/users/delete-user-dialog.tsx')).DeleteUserDialog,
}))
const InviteAgainDialog = lazy(async () => ({
  default: (await import('#people/users/invitation.tsx')).InviteAgainDialog,
}))
const HeldTitlesDialog = lazy(async () => ({
  default: (await import('#approvals/held-titles-dialog.tsx')).HeldTitlesDialog,
}))

/** The width of the actions column with room for three buttons, in pixels. */
const widthOfThree = 116

const shape = { search: textValue() }

/** The users in the admin's scope, searchable by username, title, or name (R095 to R098, E5). */
export function UserList() {
  const [{ search }, change] = useUrlState(shape)
  const list = useUsers()
  const { data } = list
  const found = data?.filter((user) => matches(user, search))
  const { shown, more } = usePortion(found)
  const { column, dialogs } = useUserActions()
  return (
    <Card title="Users" description={<FoundText count={found?.length} />} flush>
      <div className="px-4 pb-3 sm:px-5">
        <SearchField
          label="Search Users"
          placeholder="Search by Username or Title..."
          value={search}
          onChange={(text) => change({ search: text }, { replace: true })}
        />
      </div>
      <DataTable
        caption="Users"
        columns={[...userColumns, column]}
        rows={shown}
        rowKey={(user) => user.id}
        {...useLoadFailure(list)}
        empty={search ? <NoMatch onClear={() => change({ search: '' })} /> : <EmptyState text="No users yet." />}
        more={more}
      />
      {dialogs}
    </Card>
  )
}

/** Matches username or title (R096) and the name, ignoring case. */
function matches({ username, title, first_name, last_name }: User, search: string): boolean {
  const sought = search.trim().toLowerCase()
  const texts = [username, title ?? '', `${first_name} ${last_name}`, `${last_name}, ${first_name}`]
  return texts.some((text) => text.toLowerCase().includes(sought))
}

/** The number of users, announced to screen readers when a search changes it. */
function FoundText({ count }: { count: number | undefined }) {
  return <span role="status">{count === undefined ? '\u00a0' : `${counted(count, 'user')} found`}</span>
}

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      text="No users found matching your criteria"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    />
  )
}

/** The Actions column with its dialogs. */
function useUserActions() {
  const admin = usePerson()
  const update = useDialogFor<User>(UpdateDialog)
  const remove = useDialogFor<User>(DeleteDialog)
  const titles = useDialogFor<HeldTitlesSubject>(HeldTitlesDialog)
  const invite = useDialogFor<User>(InviteAgainDialog)
  const setsTitles = may(admin, 'approval-policy.write')
  const column: Column<User> = {
    ...rowActionsColumn,
    ...(setsTitles && { width: widthOfThree }),
    cell: (user) => (
      <RowActions>
        {setsTitles && holdsTitles(user) && (
          <RowAction
            small
            icon={BadgeCheck}
            label={`Approval titles for ${user.username}`}
            refusal={refusalToSetTitles(admin, user)}
            onClick={() => titles.openFor({ groupId: user.dealer_group_id ?? 0, userId: user.id })}
          />
        )}
        {user.invited && (
          <RowAction
            small
            icon={Send}
            label={`New invitation for ${user.username}`}
            refusal={refusalToChange(admin, user)}
            onClick={() => invite.openFor(user)}
          />
        )}
        <RowAction
          small
          icon={Pencil}
          label={`Edit ${user.username}`}
          refusal={refusalToChange(admin, user)}
          onClick={() => update.openFor(user)}
        />
        <RowAction
          small
          icon={Trash2}
          danger
          label={`Delete ${user.username}`}
          refusal={refusalToDelete(admin, user)}
          onClick={() => remove.openFor(user)}
        />
      </RowActions>
    ),
  }
  const dialogs = (
    <>
      {update.dialog}
      {remove.dialog}
      {invite.dialog}
      {titles.dialog}
    </>
  )
  return { column, dialogs }
}

/** The columns of the user table (R097), and the order in which columns are dropped from a narrow table. */
const userColumns: Column<User>[] = [
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

/** Marks about a user: next to the role in a row, next to the status on a phone's card. */
function Marks({ user, on }: { user: User; on: 'row' | 'card' }) {
  const isCard = useMedia('(width < 40rem)')
  if (isCard !== (on === 'card')) return null
  return (
    <>
      <WaitingMark userId={user.id} /> <RefusedMark user={user} /> {user.invited && <Badge color="gray">Invited</Badge>}
    </>
  )
}

/** Marks a user whose email address the mail server refuses. */
function RefusedMark({ user: { email, mail_refused } }: { user: User }) {
  if (mail_refused === null) return null
  return (
    <ReasonMark reason={`The mail server refused ${email}: ${mail_refused}`}>
      <Badge color="red">No email</Badge>
    </ReasonMark>
  )
}

/** The user's roles. The primary role comes first, because a login starts in it. */
function roleLabels({ role_ids, primary_role }: User): string[] {
  const held = roles.filter(({ id }) => role_ids.includes(id))
  return held
    .toSorted((one, other) => Number(other.id === primary_role) - Number(one.id === primary_role))
    .map(({ label }) => label)
}

function listed(texts: readonly string[]) {
  return texts.length === 0 ? '–' : markHidden(texts.join(', '))
}
