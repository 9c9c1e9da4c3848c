import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { confirmStopBody } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { BankFields, feeField } from '#checks/detail/bank-fields.tsx'
import { checkNotices } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = confirmStopBody.omit({ version: true }).extend({ fee: feeField })

/** Records the bank's confirmation of a stop payment, after which the request is reissued. */
export function ConfirmStopDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number } = check
  const form = useZodForm(schema, { confirmation_number: '', fee: '' })
  const stop = useWriteWithNotices(checkEndpoints.confirmStop, checkNotices.confirmStop, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Bank’s Stop Number for Check ${number}`} size="md">
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(bank) => stop.mutate({ params: { id }, body: { ...bank, version } })}
      >
        <BankFields form={form} required />
        <FormFailure failure={stop.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={stop.isPending}>
            Save
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
