import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { Department } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { departmentNotices } from '#organization/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Asks for confirmation before a department is permanently deleted, with its check requests (R106, A18). */
export function DeleteDepartmentDialog({ subject: department, open, onOpenChange }: DialogFor<Department>) {
  const remove = useWriteWithNotices(organizationEndpoints.removeDepartment, departmentNotices.remove, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you absolutely sure to delete department?"
      text="This action cannot be undone. This will permanently delete your department, and its related checks are deleted too. Users assigned to it lose that assignment and are logged out."
      details={[
        { label: 'Name', value: markHidden(department.name) },
        { label: 'Dealership', value: department.dealership_name },
        { label: 'Code', value: department.code },
      ]}
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: department.id }, body: { version: department.version } })}
    />
  )
}
