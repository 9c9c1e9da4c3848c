import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { PasskeyReply } from '@check-requests/domain/access/second-factor/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useRefreshOwnSecondFactor } from '#access/second-factor/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const texts = { done: 'Passkey removed', failed: 'Couldn’t remove this passkey', refreshes: [] }

export function RemovePasskeyDialog({ subject, open, onOpenChange }: DialogFor<PasskeyReply>) {
  const refresh = useRefreshOwnSecondFactor()
  const remove = useWriteWithNotices(secondFactorEndpoints.removePasskey, texts, {
    onSuccess() {
      refresh()
      onOpenChange(false)
    },
    onError: refresh,
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove this passkey?"
      text={
        <>
          <strong>{markHidden(subject.name)}</strong> will no longer sign you in. Also delete it on your device, so that
          your browser stops offering it.
        </>
      }
      confirmLabel="Remove"
      pending={remove.isPending}
      error={remove.error?.message}
      onConfirm={() => remove.mutate({ params: { id: subject.id } })}
    />
  )
}
