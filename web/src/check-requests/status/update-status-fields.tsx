import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { TransitionFields } from '#check-requests/status/transition-fields.tsx'
import { labelOf, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import type { StatusForm } from '#check-requests/status/update-status-schema.ts'
import { useDeliveryMethods } from '#organisation/api.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { FormField } from '#ui/form.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface UpdateStatusFieldsProps {
  form: StatusForm
  request: ListedRequest
  choices: readonly StatusChoice[]
  /** The chosen one of them. */
  chosen: StatusChoice | undefined
}

/** The fields that the chosen transition needs. */
export function UpdateStatusFields({ form, request, choices, chosen }: UpdateStatusFieldsProps) {
  const options = choices.map((choice) => ({ value: choice.to.id, label: optionOf(choice) }))
  return (
    <>
      <FormField form={form} name="status_id" label="Next Status" required hint={chosen?.to.step}>
        {({ value, ...field }) => (
          <NativeSelect
            {...field}
            options={[{ value: 0, label: 'Select the next status' }, ...options]}
            value={value ?? 0}
          />
        )}
      </FormField>
      <TransitionFields form={form} request={request} chosen={chosen} />
      {chosen?.offers === 'deliveryMethod' && <DeliveryField form={form} request={request} />}
      {chosen && (
        <FormField form={form} name="note" label="Comment" required={chosen.needs === 'note'}>
          {(field) => <Textarea {...field} />}
        </FormField>
      )}
    </>
  )
}

/** The requested method is preselected; it is sent only when changed. */
function DeliveryField({ form, request }: Pick<UpdateStatusFieldsProps, 'form' | 'request'>) {
  const list = useDeliveryMethods()
  const { error, onRetry } = useLoadFailure(list)
  const methods = list.data ?? []
  const current = methods.find(({ name }) => name === request.delivery_method_name)
  if (error && !list.data) return <ErrorState message={error} onRetry={onRetry} />
  return (
    <FormField form={form} name="delivery_method_id" label="Delivery Method" required>
      {({ value, ...field }) => (
        <NativeSelect
          {...field}
          options={methods.map(({ id, name }) => ({ value: id, label: name }))}
          value={value ?? current?.id ?? 0}
        />
      )}
    </FormField>
  )
}

/** Those who hand the check over know Ready as 'Delivered' (R090). */
function optionOf({ to, offers, stops }: StatusChoice): string {
  if (stops) return labelOf(to.name).name
  return offers === 'deliveryMethod' ? 'Delivered' : to.badge
}
