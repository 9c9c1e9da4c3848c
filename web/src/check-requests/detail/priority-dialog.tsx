import { priorityBody } from '@check-requests/domain/check-requests/fields.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { useChangePriority } from '#check-requests/changes.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { type RequestDialogProps, SaveFooter } from '#check-requests/detail/request-dialog-parts.tsx'
import { Form, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

const options = priorities.map(({ name, label }) => ({ value: name, label }))

/** Changes the priority of a request, with a message for the log (R076, R150, R176). */
export function PriorityDialog({ request, open, onOpenChange }: RequestDialogProps) {
  const { id, version, status_id, priority_level, request_number } = request
  const form = useZodForm(priorityBody, { priority_level, message: '' })
  const change = useChangePriority({
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
    undo: ({ version: changed }) =>
      change.mutate({ params: { id }, body: { priority_level, status_id, version: changed } }),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Change Priority" description={request_number}>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => change.mutate({ params: { id }, body: { ...body, status_id, version } })}
      >
        <FormField form={form} name="priority_level" label={fieldLabels.priority_level} required group>
          {(field) => <RadioGroup {...field} options={options} />}
        </FormField>
        <FormField form={form} name="message" label="Message">
          {(field) => <Textarea {...field} value={field.value ?? ''} />}
        </FormField>
        <SaveFooter change={change} onCancel={() => onOpenChange(false)} />
      </Form>
    </Dialog>
  )
}
