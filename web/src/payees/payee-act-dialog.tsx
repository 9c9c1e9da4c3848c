import type { PayeeAct } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { PayeeActForm } from '#payees/payee-act-form.tsx'
import { actLabels } from '#payees/payee-act-labels.ts'
import { PayeeLikeness } from '#payees/payee-likeness.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

/** Verifies, blocks or unblocks a payee; whoever verifies sees who is nearly the same. */
export function PayeeActDialog({ subject, open, onOpenChange }: DialogFor<{ payee: PayeeReply; act: PayeeAct }>) {
  const { payee, act } = subject
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${actLabels[act]} ${markHidden(payee.name)}`}
      description={payee.address ? markHidden(payee.address.replaceAll('\n', ', ')) : undefined}
      size="md"
    >
      <div className="grid gap-4">
        {act === 'verify' && <PayeeLikeness payeeId={payee.id} />}
        <PayeeActForm payee={payee} act={act} onCancel={close} onDone={close} />
      </div>
    </Dialog>
  )
}
