import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useDeleteCheckRequest } from '#check-requests/changes.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface DeleteRequestDialogProps {
  request: Pick<ListedRequest, 'id' | 'version' | 'request_number' | 'amount' | 'payee_name_1' | 'department_name'>
  open: boolean
  onOpenChange(open: boolean): void
  onDeleted?(): void
}

/** Asks for confirmation before a request is permanently deleted (R060 to R062). */
export function DeleteRequestDialog({ request, open, onOpenChange, onDeleted }: DeleteRequestDialogProps) {
  const remove = useDeleteCheckRequest({
    onSuccess() {
      onOpenChange(false)
      onDeleted?.()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you absolutely sure to delete check?"
      text="This action cannot be undone. This will permanently delete your check."
      details={[
        { label: 'Request #', value: request.request_number },
        { label: 'Amount', value: formatDollars(request.amount) },
        { label: 'Payee', value: markHidden(request.payee_name_1) },
        { label: 'Department', value: request.department_name },
      ]}
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: request.id }, body: { version: request.version } })}
    />
  )
}
