import { type DeliveryInput, deliveryBody, mailingMethods } from '@check-requests/domain/check-requests/fields.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { isMailed } from '@check-requests/domain/organization/fields.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useUpdateDelivery } from '#check-requests/changes.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { type RequestDialogProps, SaveFooter } from '#check-requests/detail/request-dialog-parts.tsx'
import { useDeliveryMethods } from '#organization/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type DeliveryValues = z.input<typeof deliveryBody>
type DeliveryForm = UseFormReturn<DeliveryValues, unknown, DeliveryInput>

/** Changes the delivery of a ready check (R076, R151, R177). */
export function DeliveryDialog({ request, open, onOpenChange }: RequestDialogProps) {
  const { id, version } = request
  const before = deliveryOf(request)
  const form: DeliveryForm = useZodForm(deliveryBody, before)
  const change = useUpdateDelivery({
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
    undo: ({ version: changed }) => change.mutate({ params: { id }, body: { ...before, version: changed } }),
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Delivery Details" description={request.request_number}>
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => change.mutate({ params: { id }, body: { ...body, version } })}
      >
        <DeliveryFields form={form} />
        <SaveFooter change={change} onCancel={() => onOpenChange(false)} />
      </Form>
    </Dialog>
  )
}

function DeliveryFields({ form }: { form: DeliveryForm }) {
  const list = useDeliveryMethods()
  const { error, onRetry } = useLoadFailure(list)
  const methods = list.data ?? []
  const methodId = useWatch({ control: form.control, name: 'delivery_method_id' })
  const kind = methods.find(({ id }) => id === methodId)?.kind
  if (error && !list.data) return <ErrorState message={error} onRetry={onRetry} />
  return (
    <>
      <FormField form={form} name="delivery_method_id" label={fieldLabels.delivery_method_id} required>
        {(field) => (
          <Select
            {...field}
            options={methods.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              field.onChange(id)
              form.setValue('mailing_method', null)
              form.setValue('tracking_number', '')
              form.setValue('delivery_method_other', '')
            }}
          />
        )}
      </FormField>
      {kind && (isMailed(kind) ? <MailFields form={form} /> : <MessageField form={form} />)}
    </>
  )
}

function MailFields({ form }: { form: DeliveryForm }) {
  return (
    <>
      <FormField form={form} name="mailing_method" label={fieldLabels.mailing_method}>
        {(field) => (
          <Select
            {...field}
            value={field.value ?? null}
            options={mailingMethods.map((name) => ({ value: name, label: name }))}
          />
        )}
      </FormField>
      <FormField form={form} name="tracking_number" label={fieldLabels.tracking_number}>
        {(field) => <Input {...field} value={field.value ?? ''} autoComplete="off" />}
      </FormField>
    </>
  )
}

function MessageField({ form }: { form: DeliveryForm }) {
  return (
    <FormField form={form} name="delivery_method_other" label={fieldLabels.delivery_method_other}>
      {(field) => <Textarea {...field} value={field.value ?? ''} />}
    </FormField>
  )
}

function deliveryOf(request: DetailedRequest): DeliveryValues {
  return {
    delivery_method_id: request.delivery_method_id,
    mailing_method: mailingMethods.find((name) => name === request.mailing_method) ?? null,
    tracking_number: request.tracking_number ?? '',
    delivery_method_other: request.delivery_method_other ?? '',
  }
}
