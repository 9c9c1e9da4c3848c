import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkNotices, entryInWords } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Confirms another user's entry. */
export function ConfirmEntryDialog({ subject: check, open, onOpenChange }: DialogFor<CheckReply>) {
  const { id, version, number, kind } = check
  const confirm = useWriteWithNotices(enteredCheckEndpoints.confirm, checkNotices.confirmEntry, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Confirm Check ${number}`}
      text={
        kind === 'manual'
          ? 'Compare the entry with the handwritten check. Confirming sets its request to Printed.'
          : 'Compare the entry with your earlier records. Confirming makes the check outstanding.'
      }
      details={entryInWords(check)}
      confirmLabel="Confirm"
      danger={false}
      pending={confirm.isPending}
      error={confirm.error?.message}
      onConfirm={() => confirm.mutate({ params: { id }, body: { version } })}
    />
  )
}
