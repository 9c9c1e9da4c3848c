import { holdBody } from '@check-requests/domain/check-requests/fields.ts'
import { useHold } from '#check-requests/changes.ts'
import type { RowDialogProps } from '#check-requests/list/use-row-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

/** Puts a request on hold, with a reason that everyone who sees the request can read. */
export function HoldDialog({ request, open, onOpenChange }: RowDialogProps) {
  const { id, version, request_number } = request
  const form = useZodForm(holdBody, { reason: '' })
  const hold = useHold({
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Put on Hold" description={request_number}>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => hold.mutate({ params: { id }, body: { ...body, version } })}
      >
        <FormField form={form} name="reason" label="Reason" required hint="Only another user can lift the hold.">
          {(field) => <Textarea {...field} />}
        </FormField>
        <FormFailure failure={hold.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={hold.isPending}>
            Put on Hold
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
