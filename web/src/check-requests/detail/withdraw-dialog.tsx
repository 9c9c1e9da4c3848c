import { withdrawalBody } from '@check-requests/domain/check-requests/fields.ts'
import { statusNamed, whatIsWithdrawnBecomes } from '@check-requests/domain/check-requests/lifecycle.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useWithdraw } from '#check-requests/changes.ts'
import type { RowDialogProps } from '#check-requests/list/use-row-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

const status_id = statusNamed(whatIsWithdrawnBecomes).id

/** Withdraws the user's own request, with a reason that everyone who sees the request can read. */
export function WithdrawDialog({ request, open, onOpenChange }: RowDialogProps) {
  const { id, version, request_number, amount, payee_name_1 } = request
  const form = useZodForm(withdrawalBody, { note: '' })
  const withdraw = useWithdraw({
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Withdraw ${request_number}`}
      description={`${formatDollars(amount)} to ${markHidden(payee_name_1)}. The request won’t be paid. To request payment again, duplicate it.`}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={({ note }) => withdraw.mutate({ params: { id }, body: { status_id, note, version } })}
      >
        <FormField form={form} name="note" label="Reason" required>
          {(field) => <Textarea {...field} />}
        </FormField>
        <FormFailure failure={withdraw.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={withdraw.isPending}>
            Withdraw
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
