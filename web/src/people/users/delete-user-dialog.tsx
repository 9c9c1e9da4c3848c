import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { userNotices } from '#people/users/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Asks for confirmation before a user is permanently deleted (R102). */
export function DeleteUserDialog({ subject: user, open, onOpenChange }: DialogFor<User>) {
  const remove = useWriteWithNotices(userEndpoints.remove, userNotices.remove, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you absolutely sure to delete user?"
      text="This action cannot be undone. This will permanently delete your user."
      details={[
        { label: 'Name', value: `${user.first_name} ${user.last_name}`, wide: true },
        { label: 'Email', value: user.email, wide: true },
      ]}
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ body: { email: user.email, version: user.version } })}
    />
  )
}
