import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { checkNotices, requestChoices } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Approves a void, after showing who requested it and why. */
export function AgreeDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number, amount, payee_name, void_asked } = check
  const agree = useWriteWithNotices(checkEndpoints.agreeToVoid, checkNotices.void, {
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Agree to Void Check ${number}`}
      text="A void check can’t be paid. Agree once you have seen the defaced paper check."
      details={[
        { label: 'Check', value: `${formatDollars(amount)} to ${markHidden(payee_name)}`, wide: true },
        { label: 'Requested By', value: markHidden(void_asked?.by.name ?? ''), wide: true },
        { label: 'Reason', value: markHidden(void_asked?.reason ?? ''), wide: true },
        {
          label: 'Effect on the Request',
          value: requestChoices.find(({ value }) => value === void_asked?.request_status)?.label,
          wide: true,
        },
      ]}
      confirmLabel="Agree to Void"
      pending={agree.isPending}
      error={agree.error?.message}
      onConfirm={() => agree.mutate({ params: { id }, body: { version } })}
    />
  )
}
