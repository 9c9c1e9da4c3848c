import { divertBody } from '@check-requests/domain/check-requests/diversion.ts'
import { leavingEndpoints } from '@check-requests/domain/checks/leaving/endpoints.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { type RequestDialogProps, SaveFooter } from '#check-requests/detail/request-dialog-parts.tsx'
import { useDeliveryMethods } from '#organization/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Form, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

const notices = {
  done: 'Delivery changed',
  failed: 'Couldn’t change the delivery',
  refreshes: ['check-requests'],
} as const

/** Lets an approver allow pickup of a check whose request was approved for mailing. */
export function DivertDialog({ request, open, onOpenChange }: RequestDialogProps) {
  const { id, version, request_number } = request
  const form = useZodForm(divertBody, { reason: '', delivery_method_other: '' })
  const methods = (useDeliveryMethods().data ?? []).filter(({ kind }) => !isMailed(kind))
  const divert = useWriteWithNotices(leavingEndpoints.divert, notices, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Hand Over Instead of Mailing" description={request_number}>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => divert.mutate({ params: { id }, body: { ...body, version } })}
      >
        <p>This request was approved for mailing. If you change the delivery, you can’t hand over the check.</p>
        <FormField form={form} name="delivery_method_id" label={fieldLabels.delivery_method_id} required>
          {(field) => (
            <Select
              {...field}
              value={field.value ?? null}
              options={methods.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FormField>
        <FormField form={form} name="delivery_method_other" label={fieldLabels.delivery_method_other}>
          {(field) => <Textarea {...field} value={field.value ?? ''} rows={2} />}
        </FormField>
        <FormField form={form} name="reason" label="Reason for Not Mailing" required>
          {(field) => <Textarea {...field} rows={2} />}
        </FormField>
        <SaveFooter change={divert} onCancel={() => onOpenChange(false)} />
      </Form>
    </Dialog>
  )
}
