import { isWarning } from '@check-requests/domain/check-requests/duplicates.ts'
import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { stepAskedFor } from '@check-requests/domain/check-requests/refusals.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDuplicates } from '#check-requests/api.ts'
import { useChangeStatus } from '#check-requests/changes.ts'
import { PossibleDuplicates } from '#check-requests/duplicates/possible-duplicates.tsx'
import type { RowDialogProps } from '#check-requests/list/use-row-dialog.tsx'
import {
  noStatusValues,
  Refusal,
  type StatusForm,
  schemaWithNeeds,
  TransitionFields,
} from '#check-requests/status/status-form.tsx'
import { choicesFor, labelOf, onlyChoice, type StatusChoice } from '#check-requests/status/transition-labels.ts'
import { useDeliveryMethods } from '#organization/api.ts'
import { checkRequestPath } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useNotices } from '#platform/notices.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

/** Makes the transitions of the Processing list: to Printed, Signed, or Delivered (R090, B4). */
export function UpdateStatusDialog({ request, open, onOpenChange }: RowDialogProps) {
  const all = choicesFor(usePerson(), request)
  const choices = all.filter(({ refusal }) => !refusal)
  const byCheck = new Set(all.flatMap(({ refusal }) => (refusal && stepAskedFor(refusal) ? refusal : [])))
  const notices = useNotices()
  const navigate = useNavigate()
  const duplicates = useDuplicates({ of: request.id }).data
  const form: StatusForm = useZodForm(schemaWithNeeds(choices), {
    ...noStatusValues,
    status_id: onlyChoice(choices),
  })
  const statusId = useWatch({ control: form.control, name: 'status_id' })
  const chosen = choices.find(({ to }) => to.id === statusId)
  const change = useChangeStatus(request, {
    view: () => void navigate({ to: checkRequestPath(request.id) }),
    onSuccess: () => onOpenChange(false),
    onError: (failure) => showServerErrors(form, failure.fields),
  })

  function save(values: StatusInput) {
    change.mutate({ params: { id: request.id }, body: { ...values, version: request.version } })
  }

  function remind() {
    if (chosen) return
    notices.show({
      title: 'Status update required',
      description: 'Please select the next status for this check request.',
      destructive: true,
    })
  }

  function submit(event: FormEvent) {
    event.stopPropagation()
    void form.handleSubmit(save, remind)(event)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Update ${request.request_number}`}
      description={`${formatDollars(request.amount)} to ${markHidden(request.payee_name_1)}`}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {isWarning(duplicates) && <PossibleDuplicates found={duplicates} />}
        {[...byCheck].map((sentence) => (
          <p key={sentence} className="text-ink-soft">
            <Refusal sentence={sentence} />
          </p>
        ))}
        <UpdateStatusFields form={form} request={request} choices={choices} chosen={chosen} />
        {change.error && !change.error.fields && (
          <p role="alert" className="text-danger">
            {change.error.message}
          </p>
        )}
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={change.isPending}>
            Update Status
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

interface UpdateStatusFieldsProps {
  form: StatusForm
  request: ListedRequest
  choices: readonly StatusChoice[]
  /** The chosen transition. */
  chosen: StatusChoice | undefined
}

/** The fields of the chosen transition. */
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

/** The delivery method field. The requested method is preselected and sent only if changed. */
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

/** The label of a status option. Users who hand over checks know the status Ready as 'Delivered' (R090). */
function optionOf({ to, offers, stops }: StatusChoice): string {
  if (stops) return labelOf(to.name).name
  return offers === 'deliveryMethod' ? 'Delivered' : to.badge
}
