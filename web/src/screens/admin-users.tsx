import { UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'
import { UserList } from '#users/user-list.tsx'

const CreateDialog = lazy(async () => ({ default: (await import('#users/create-user-dialog.tsx')).CreateUserDialog }))

export function AdminUsersScreen() {
  const { openFor, dialog } = useDialogFor<null>(CreateDialog)
  return (
    <>
      <PageHeader
        title="User Management"
        actions={
          <Button onClick={() => openFor(null)}>
            <UserPlus aria-hidden className="size-4" />
            Add User
          </Button>
        }
      />
      <UserList />
      {dialog}
    </>
  )
}
