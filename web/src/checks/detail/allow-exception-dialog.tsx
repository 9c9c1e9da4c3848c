import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkNotices, exceptionItems } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Allows a hand-over despite a rule, after showing who requested it and why. */
export function AllowExceptionDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number } = check
  const allow = useWriteWithNotices(checkEndpoints.allowException, checkNotices.allowException, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Allow the Exception for Check ${number}`}
      text="After that the check can be handed over. Your name stays in its story and in the trail."
      details={exceptionItems(check)}
      confirmLabel="Allow it"
      danger={false}
      pending={allow.isPending}
      error={allow.error?.message}
      onConfirm={() => allow.mutate({ params: { id }, body: { version } })}
    />
  )
}
