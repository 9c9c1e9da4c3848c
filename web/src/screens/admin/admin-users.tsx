import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { FileUp, Send, ShieldAlert, UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { useDealerships } from '#organization/api.ts'
import { useAddTo } from '#organization/linked-record.ts'
import { WaitingAccounts } from '#people/confirmations/waiting-accounts.tsx'
import { UserList } from '#people/users/user-list.tsx'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const CreateDialog = lazy(async () => ({
  default: (await import('#people/users/create-user-dialog.tsx')).CreateUserDialog,
}))
const InviteDialog = lazy(async () => ({
  default: (await import('#people/users/invitation.tsx')).InviteUserDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('#operation/imports/import-people-dialog.tsx')).ImportPeopleDialog,
}))
const FailedLogins = lazy(async () => ({
  default: (await import('#people/users/failed-logins-dialog.tsx')).FailedLoginsDialog,
}))

export function AdminUsersScreen() {
  const create = useDialogFor<Dealership | null>(CreateDialog)
  useAddTo(useDealerships().data, create.openFor)
  const invite = useDialogFor<Dealership | null>(InviteDialog)
  const imports = useDialogFor<null>(ImportDialog)
  const failedLogins = useDialogFor<null>(FailedLogins)
  return (
    <>
      <PageHeader
        title="User Management"
        actions={
          <>
            <Button variant="secondary" onClick={() => failedLogins.openFor(null)}>
              <ShieldAlert aria-hidden className="size-4" />
              Failed Logins
            </Button>
            <Button variant="secondary" onClick={() => imports.openFor(null)}>
              <FileUp aria-hidden className="size-4" />
              Import
            </Button>
            <Button variant="secondary" onClick={() => invite.openFor(null)}>
              <Send aria-hidden className="size-4" />
              Invite User
            </Button>
            <Button onClick={() => create.openFor(null)}>
              <UserPlus aria-hidden className="size-4" />
              Add User
            </Button>
          </>
        }
      />
      <WaitingAccounts />
      <UserList />
      {create.dialog}
      {invite.dialog}
      {imports.dialog}
      {failedLogins.dialog}
    </>
  )
}
