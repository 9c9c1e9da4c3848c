import { mailingMethods } from '@check-requests/domain/check-requests/fields.ts'
import type { DeliveryMethod } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useWatch } from 'react-hook-form'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import type { RequestForm } from '#check-requests/form/request-form-model.ts'
import { RequestFormSection } from '#check-requests/form/request-form-section.tsx'
import { FormField, setFollowing } from '#ui/form.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface RequestFormDeliveryProps {
  form: RequestForm
  deliveryMethods: readonly DeliveryMethod[]
}

/** Delivery to the payee: by carrier to an address, by pickup, or as a message explains (R167, R172, A9). */
export function RequestFormDelivery({ form, deliveryMethods }: RequestFormDeliveryProps) {
  const methodId = useWatch({ control: form.control, name: 'delivery_method_id' })
  const kind = deliveryMethods.find(({ id }) => id === methodId)?.kind
  return (
    <RequestFormSection title="Delivery">
      <FormField form={form} name="delivery_method_id" label={fieldLabels.delivery_method_id} required>
        {(field) => (
          <Select
            {...field}
            options={deliveryMethods.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
            onChange={(id) => {
              field.onChange(id)
              setFollowing(form, { mailing_method: null, delivery_method_other: '' })
            }}
          />
        )}
      </FormField>
      {kind === 'carrier' && <MailFields form={form} />}
      {kind === 'other' && <MessageField form={form} />}
    </RequestFormSection>
  )
}

function MailFields({ form }: { form: RequestForm }) {
  return (
    <>
      <FormField form={form} name="mailing_method" label={fieldLabels.mailing_method}>
        {(field) => <Select {...field} options={mailingMethods.map((name) => ({ value: name, label: name }))} />}
      </FormField>
      <FormField form={form} name="mailing_address" label={fieldLabels.mailing_address} className="sm:col-span-2">
        {(field) => <Textarea {...field} autoComplete="off" />}
      </FormField>
    </>
  )
}

function MessageField({ form }: { form: RequestForm }) {
  return (
    <FormField
      form={form}
      name="delivery_method_other"
      label={fieldLabels.delivery_method_other}
      required
      className="sm:col-span-2"
    >
      {(field) => <Textarea {...field} />}
    </FormField>
  )
}
