import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkNotices, exceptionItems } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Cancels the user's own request for an exception. */
export function TakeBackExceptionDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number } = check
  const takeBack = useWriteWithNotices(checkEndpoints.takeBackException, checkNotices.takeBackException, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Take Back Exception for Check ${number}`}
      text="After that, the usual rules for handing over the check apply. A new request for an exception needs a new decision."
      details={exceptionItems(check)}
      confirmLabel="Take Back Exception"
      danger={false}
      pending={takeBack.isPending}
      error={takeBack.error?.message}
      onConfirm={() => takeBack.mutate({ params: { id }, body: { version } })}
    />
  )
}
