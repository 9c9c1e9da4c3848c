import { organizationEndpoints } from '@check-requests/domain/organization/endpoints.ts'
import {
  type DeliveryMethod,
  deliveryKinds,
  updateDeliveryMethodBody,
} from '@check-requests/domain/organization/fields.ts'
import { useWatch } from 'react-hook-form'
import { useDeliveryMethods } from '#organization/api.ts'
import { deliveryKindWords } from '#organization/delivery-kinds.ts'
import { deliveryMethodNotices } from '#organization/write-notices.ts'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = updateDeliveryMethodBody.omit({ version: true }).required()
const kindOptions = deliveryKinds.map((kind) => ({ value: kind, label: deliveryKindWords[kind].label }))

function valuesOf({ name, kind }: DeliveryMethod) {
  return { name, kind }
}

/** Changes a delivery method; its kind decides which details a request needs (A9, A20). */
export function DeliveryMethodDialog({ subject: opened, open, onOpenChange }: DialogFor<DeliveryMethod>) {
  const form = useZodForm(schema, valuesOf(opened))
  const { row, readAgain } = useStoredRow(form, opened, valuesOf, useDeliveryMethods())
  const stored = row ?? opened
  const kind = useWatch({ control: form.control, name: 'kind' })
  const update = useWriteWithNotices(organizationEndpoints.updateDeliveryMethod, deliveryMethodNotices.update, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Delivery Method"
      dirty={form.formState.isDirty && !update.isSuccess}
    >
      <Form
        form={form}
        onSubmit={(body) =>
          update.mutate({
            params: { id: stored.id },
            body: { ...changedFields(stored, body), version: stored.version },
          })
        }
        className="grid gap-4"
      >
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="kind"
          label="Kind"
          required
          group
          hint={`A check request asks for ${deliveryKindWords[kind].asksFor}.`}
        >
          {(field) => <RadioGroup {...field} options={kindOptions} />}
        </FormField>
        <FormFailure failure={update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Update Delivery Method
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
