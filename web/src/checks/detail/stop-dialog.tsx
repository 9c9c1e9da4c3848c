import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { stopCheckBody } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { BankFields, feeField } from '#checks/detail/bank-fields.tsx'
import { checkNotices, requestChoices } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = stopCheckBody.omit({ version: true }).extend({ fee: feeField })
const untouched = { reason: '', confirmation_number: '', fee: '' }

/** Stops a lost check. The bank's confirmation can be entered later. */
export function StopDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number, amount, payee_name, signed_by } = check
  const takesTwo = signed_by.length > 0
  const form = useZodForm(schema, untouched)
  const stop = useWriteWithNotices(checkEndpoints.stop, checkNotices.stop, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Stop Check ${number}`}
      description={`${formatDollars(amount)} to ${markHidden(payee_name)}`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => stop.mutate({ params: { id }, body: { ...body, version } })}
      >
        <p>
          Ask the bank to stop the check first; this app doesn’t notify the bank. The request isn’t paid again until{' '}
          {takesTwo ? 'another person enters the bank’s number.' : 'the bank’s number is entered.'}
        </p>
        <FormField form={form} name="reason" label="What happened to the paper?" required>
          {(reason) => <Input {...reason} />}
        </FormField>
        <FormField form={form} name="request_status" label="What happens to the request?" required group>
          {(status) => <RadioGroup {...status} value={status.value ?? null} options={requestChoices} stacked />}
        </FormField>
        {!takesTwo && <BankFields form={form} hint="You can enter the number later." />}
        <FormFailure failure={stop.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={stop.isPending}>
            Stop Check
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
