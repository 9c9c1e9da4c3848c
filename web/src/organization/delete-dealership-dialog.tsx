import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import type { Dealership } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useDepartments } from '#organization/api.ts'
import { dealershipNotices } from '#organization/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Asks for confirmation before a dealership is permanently deleted, with everything in it (R111, A18). */
export function DeleteDealershipDialog({ subject: dealership, open, onOpenChange }: DialogFor<Dealership>) {
  const departments = useDepartments().data?.filter(({ dealership_id }) => dealership_id === dealership.id)
  const remove = useWriteWithNotices(organizationEndpoints.removeDealership, dealershipNotices.remove, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you absolutely sure to delete dealership?"
      text="This action cannot be undone. This will permanently delete your dealership with its departments and checks. Users assigned to it lose that assignment and are logged out."
      details={[
        { label: 'Name', value: markHidden(dealership.name) },
        { label: 'Code', value: dealership.code },
        { label: 'Dealer Group', value: dealership.dealer_group_name, wide: true },
        { label: 'Departments', value: departments?.map(({ name }) => name).join(', '), wide: true },
      ]}
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: dealership.id }, body: { version: dealership.version } })}
    />
  )
}
