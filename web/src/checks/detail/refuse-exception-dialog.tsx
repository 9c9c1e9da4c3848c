import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { refuseExceptionBody } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkNotices, exceptionItems } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = refuseExceptionBody.omit({ version: true })

/** Refuses another user's request for an exception, with a reason for that user. */
export function RefuseExceptionDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number } = check
  const form = useZodForm(schema, { reason: '' })
  const refuse = useWriteWithNotices(checkEndpoints.refuseException, checkNotices.refuseException, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Decline Exception for Check ${number}`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={({ reason }) => refuse.mutate({ params: { id }, body: { reason, version } })}
      >
        <DescriptionList items={exceptionItems(check)} />
        <FormField form={form} name="reason" label="Reason for Declining" required>
          {(reason) => <Textarea {...reason} rows={2} />}
        </FormField>
        <FormFailure failure={refuse.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={refuse.isPending}>
            Decline Exception
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
