import { payBothBody } from '@check-requests/domain/check-requests/fields.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { RowDialogProps } from '#check-requests/list/use-row-dialog.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

const notices = { done: 'Reason saved', failed: 'Couldn’t save the reason', refreshes: ['check-requests'] } as const

/** Asks an approver why a request is paid despite matching requests. */
export function PayBothDialog({ request, open, onOpenChange }: RowDialogProps) {
  const { id, version, request_number } = request
  const form = useZodForm(payBothBody, { reason: '' })
  const save = useWriteWithNotices(printRunEndpoints.payBoth, notices, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Reason to Pay Both" description={request_number}>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => save.mutate({ params: { id }, body: { ...body, version } })}
      >
        <FormField
          form={form}
          name="reason"
          label="Reason"
          required
          hint="Applies to the requests that look the same now. Everyone who can see this request can read it."
        >
          {(field) => <Textarea {...field} />}
        </FormField>
        <FormFailure failure={save.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={save.isPending}>
            Save Reason
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
