import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useDealerships, useDepartments } from '#organization/api.ts'
import { groupNotices } from '#organization/write-notices.ts'
import { useUsers } from '#people/users/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Asks for confirmation before a dealer group is permanently deleted, with everything in it (R111, A18). */
export function DeleteGroupDialog({ subject: group, open, onOpenChange }: DialogFor<DealerGroup>) {
  const isWithin = ({ dealer_group_id }: { dealer_group_id: number | null }) => dealer_group_id === group.id
  const dealerships = useDealerships().data?.filter(isWithin)
  const departments = useDepartments().data?.filter(isWithin)
  const users = useUsers().data?.filter(isWithin)
  const remove = useWriteWithNotices(organizationEndpoints.removeGroup, groupNotices.remove, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you absolutely sure to delete dealer group?"
      text="This action cannot be undone. This will permanently delete your dealer group with its dealerships, departments, and checks. Its users are deleted too."
      details={[
        { label: 'Name', value: markHidden(group.name) },
        { label: 'Code', value: group.code },
        { label: 'Dealerships', value: dealerships?.map(({ name }) => name).join(', '), wide: true },
        { label: 'Departments', value: departments?.length },
        { label: 'Users', value: users?.length },
      ]}
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: group.id }, body: { version: group.version } })}
    />
  )
}
