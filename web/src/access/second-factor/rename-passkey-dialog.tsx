import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import type { PasskeyReply } from '@check-requests/domain/access/second-factor/fields.ts'
import { useRefreshOwnSecondFactor } from '#access/second-factor/api.ts'
import { PasskeyNameForm } from '#access/second-factor/passkey-name-form.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const texts = { done: 'Passkey renamed', failed: 'Couldn’t rename this passkey', refreshes: [] }

export function RenamePasskeyDialog({ subject, open, onOpenChange }: DialogFor<PasskeyReply>) {
  const refresh = useRefreshOwnSecondFactor()
  const rename = useWriteWithNotices(secondFactorEndpoints.renamePasskey, texts, {
    onSuccess() {
      refresh()
      onOpenChange(false)
    },
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename Passkey">
      <PasskeyNameForm
        name={subject.name}
        label="Save"
        pending={rename.isPending}
        refusal={rename.error?.message}
        onSubmit={(name) => rename.mutate({ params: { id: subject.id }, body: { name } })}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
