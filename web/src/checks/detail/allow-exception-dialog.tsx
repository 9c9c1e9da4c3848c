import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkNotices, exceptionItems } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Allows a handover despite a rule, after showing who requested it and why. */
export function AllowExceptionDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number } = check
  const allow = useWriteWithNotices(checkEndpoints.allowException, checkNotices.allowException, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Allow Exception for Check ${number}`}
      text="The check can then be handed over. Your name is recorded in its history and in the audit trail."
      details={exceptionItems(check)}
      confirmLabel="Allow Exception"
      danger={false}
      pending={allow.isPending}
      error={allow.error?.message}
      onConfirm={() => allow.mutate({ params: { id }, body: { version } })}
    />
  )
}
