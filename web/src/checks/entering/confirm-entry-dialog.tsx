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
          ? 'Compare the entry with the check that was written. Its request is Printed from then on.'
          : 'Compare the entry with the records of the time before. The check is outstanding from then on.'
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
