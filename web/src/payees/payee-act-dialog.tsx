import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { blockPayeeBody, unblockPayeeBody, verifyPayeeBody } from '@check-requests/domain/payees/fields.ts'
import type { PayeeAct } from '@check-requests/domain/payees/lifecycle.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import { refusalToVerify } from '@check-requests/domain/payees/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { payeeNotices } from '#payees/api.ts'
import { actLabels } from '#payees/payee-state-badge.tsx'
import { SimilarToPayee } from '#payees/similar-payees.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Verifies, blocks, or unblocks a payee; shows similar payees before a verification. */
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
        {act === 'verify' && <SimilarToPayee payeeId={payee.id} />}
        <PayeeActForm payee={payee} act={act} onCancel={close} onDone={close} />
      </div>
    </Dialog>
  )
}

const texts = {
  verify: {
    label: 'How did you verify this payee?',
    hint: 'For example, by calling a number from the payee’s website, not from the invoice.',
    button: 'Verify Payee',
    field: verifyPayeeBody.shape.how,
  },
  block: {
    label: 'Why is this payee blocked?',
    hint: 'Users with requests to this payee can see the reason.',
    button: 'Block Payee',
    field: blockPayeeBody.shape.reason,
  },
  unblock: {
    label: 'Why are you unblocking this payee?',
    hint: 'Someone else has to verify the payee again.',
    button: 'Unblock Payee',
    field: unblockPayeeBody.shape.reason,
  },
} as const

interface PayeeActFormProps {
  payee: PayeeReply
  act: PayeeAct
  onCancel(): void
  onDone(): void
}

/** The form for verifying, blocking, or unblocking a payee. */
function PayeeActForm({ payee, act, onCancel, onDone }: PayeeActFormProps) {
  const { label, hint, button, field } = texts[act]
  const form = useZodForm(z.strictObject({ said: field }), { said: '' })
  const handlers = { onSuccess: onDone }
  const verify = useWriteWithNotices(endpoints.verify, payeeNotices.verify, handlers)
  const block = useWriteWithNotices(endpoints.block, payeeNotices.block, handlers)
  const unblock = useWriteWithNotices(endpoints.unblock, payeeNotices.unblock, handlers)
  const write = { verify, block, unblock }[act]
  const refusal = useRefusal(payee, act)
  const params = { id: payee.id }
  const { version } = payee
  if (refusal)
    return (
      <>
        <p role="alert">{refusal}</p>
        <DialogFooter>
          <Button variant="secondary" onClick={onCancel}>
            Back
          </Button>
        </DialogFooter>
      </>
    )
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={({ said }) => {
        if (act === 'verify') return verify.mutate({ params, body: { how: said, version } })
        return (act === 'block' ? block : unblock).mutate({ params, body: { reason: said, version } })
      }}
    >
      <FormField form={form} name="said" label={label} hint={hint} required>
        {(said) => <Textarea {...said} autoFocus />}
      </FormField>
      <FormFailure failure={write.error} />
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Back
        </Button>
        <Button type="submit" variant={act === 'block' ? 'danger' : 'primary'} pending={write.isPending}>
          {button}
        </Button>
      </DialogFooter>
    </Form>
  )
}

/** Why the user can't perform this action on the payee, as far as the browser knows. */
function useRefusal({ edited_by, dealer_group_id }: PayeeReply, act: PayeeAct): string | undefined {
  const { id } = usePerson()
  const group = useDealerGroups().data?.find((one) => one.id === dealer_group_id)
  if (act !== 'verify' || !group) return undefined
  return refusalToVerify(id, edited_by, group.settings.separation_of_duties)
}
