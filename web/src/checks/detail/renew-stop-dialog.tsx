import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { renewStopBody } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { BankFields, feeField } from '#checks/detail/bank-fields.tsx'
import { checkNotices } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = renewStopBody.omit({ version: true }).extend({ fee: feeField })

/** Renews a stop payment with the bank's new number. */
export function RenewStopDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number, stop_lapses_on } = check
  const form = useZodForm(schema, { confirmation_number: '', fee: '' })
  const renew = useWriteWithNotices(checkEndpoints.renewStop, checkNotices.renewStop, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Renew Stop for Check ${number}`} size="md">
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(bank) => renew.mutate({ params: { id }, body: { ...bank, version } })}
      >
        <p>
          {stop_lapses_on !== null && `The stop expires on ${formatDate(stop_lapses_on)}. `}
          Ask the bank to renew the stop first; this app doesn’t notify the bank. The renewal lasts six months from
          today.
        </p>
        <BankFields form={form} required />
        <FormFailure failure={renew.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={renew.isPending}>
            Renew Stop
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
