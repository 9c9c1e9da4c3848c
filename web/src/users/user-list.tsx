import type { User } from '@check-requests/domain/users/fields.ts'
import { BadgeCheck, Pencil, Trash2 } from 'lucide-react'
import { lazy } from 'react'
import type { HeldTitlesSubject } from '#approvals/held-titles-dialog.tsx'
import { counted } from '#platform/counted.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/row-action.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'
import { usePortion } from '#ui/use-portion.ts'
import { useUsers } from '#users/api.ts'
import { holdsTitles, refusalToChange, refusalToDelete, refusalToSetTitles } from '#users/authority.ts'
import { userColumns } from '#users/user-columns.tsx'

const UpdateDialog = lazy(async () => ({ default: (await import('#users/update-user-dialog.tsx')).UpdateUserDialog }))
const DeleteDialog = lazy(async () => ({ default: (await import('#users/delete-user-dialog.tsx')).DeleteUserDialog }))
const HeldTitlesDialog = lazy(async () => ({
  default: (await import('#approvals/held-titles-dialog.tsx')).HeldTitlesDialog,
}))

/** Of the column of actions, where it has room for three, in pixels. */
const widthOfThree = 116

const shape = { search: textValue() }

/** The users in the admin's scope, found by username, title or name (R095 to R098, E5). */
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
          label="Search users"
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
          Clear filters
        </Button>
      }
    />
  )
}

/** The Actions column and the dialogs that it opens. */
function useUserActions() {
  const admin = usePerson()
  const update = useDialogFor<User>(UpdateDialog)
  const remove = useDialogFor<User>(DeleteDialog)
  const titles = useDialogFor<HeldTitlesSubject>(HeldTitlesDialog)
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
            label={`Approval titles of ${user.username}`}
            refusal={refusalToSetTitles(admin, user)}
            onClick={() => titles.openFor({ groupId: user.dealer_group_id ?? 0, userId: user.id })}
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
      {titles.dialog}
    </>
  )
  return { column, dialogs }
}
