import { routeAgainBody } from '@check-requests/domain/approvals/fields.ts'
import { useRouteAgain } from '#check-requests/changes.ts'
import type { RowDialogProps } from '#check-requests/list/use-row-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

/** Reroutes a request through the current policy, with a reason that everyone who sees the request can read. */
export function RouteAgainDialog({ request, open, onOpenChange }: RowDialogProps) {
  const { id, version, request_number } = request
  const form = useZodForm(routeAgainBody, { reason: '' })
  const route = useRouteAgain({
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Route Again" description={request_number}>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => route.mutate({ params: { id }, body: { ...body, version } })}
      >
        <p>
          The current policy decides who approves this request. Its steps start over, and earlier approvals no longer
          count.
        </p>
        <FormField
          form={form}
          name="reason"
          label="Reason"
          required
          hint="Everyone who can see the request can read it."
        >
          {(field) => <Textarea {...field} />}
        </FormField>
        <FormFailure failure={route.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={route.isPending}>
            Route Again
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
