import type { StatusInput, statusBody } from '@check-requests/domain/check-requests/fields.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useNextCheckNumbers } from '#check-requests/api.ts'
import { labelOf, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { useDeliveryMethods } from '#organisation/api.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormField } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface UpdateStatusFieldsProps {
  form: UseFormReturn<z.input<typeof statusBody>, unknown, StatusInput>
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
        {(field) => <NativeSelect {...field} options={[{ value: 0, label: 'Select the next status' }, ...options]} />}
      </FormField>
      {chosen?.needs === 'checkNumber' && <CheckNumberField form={form} request={request} />}
      {chosen?.offers === 'receivedBy' && (
        <FormField form={form} name="received_by" label="Received By">
          {(field) => <Input {...field} value={field.value ?? ''} maxLength={200} autoComplete="off" />}
        </FormField>
      )}
      {chosen?.offers === 'deliveryMethod' && <DeliveryField form={form} request={request} />}
      {chosen && (
        <FormField form={form} name="note" label="Comment" required={chosen.needs === 'note'}>
          {(field) => <Textarea {...field} value={field.value ?? ''} />}
        </FormField>
      )}
    </>
  )
}

/** Offers the number that follows the last one given at the same dealership. */
function CheckNumberField({ form, request }: Pick<UpdateStatusFieldsProps, 'form' | 'request'>) {
  const { [request.id]: next } = useNextCheckNumbers([request.id])
  const use = (number: string) =>
    form.setValue('check_number', number, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <div className="grid justify-items-start gap-1.5">
      <FormField form={form} name="check_number" label="Check Number" required>
        {(field) => (
          <Input {...field} value={field.value ?? ''} inputMode="numeric" maxLength={12} autoComplete="off" />
        )}
      </FormField>
      {next && (
        <Button variant="ghost" size="sm" onClick={() => use(next)}>
          Use {next}, the next number
        </Button>
      )}
    </div>
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
