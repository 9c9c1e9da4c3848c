import type { StatusInput } from '@check-requests/domain/check-requests/fields.ts'
import { stepAskedFor } from '@check-requests/domain/check-requests/step-asked-for.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { useDuplicates } from '#check-requests/api.ts'
import { useChangeStatus } from '#check-requests/changes.ts'
import { isWarning } from '#check-requests/duplicates/duplicate-words.ts'
import { PossibleDuplicates } from '#check-requests/duplicates/possible-duplicates.tsx'
import type { RowDialogProps } from '#check-requests/list/use-row-dialog.tsx'
import { Refusal } from '#check-requests/status/refusal.tsx'
import { choicesFor, onlyChoice } from '#check-requests/status/transition-labels.ts'
import { UpdateStatusFields } from '#check-requests/status/update-status-fields.tsx'
import { noStatusValues, type StatusForm, schemaWithNeeds } from '#check-requests/status/update-status-schema.ts'
import { checkRequestPath } from '#paths.ts'
import { useNotices } from '#platform/notices.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogFooter } from '#ui/dialog.tsx'
import { showServerErrors, useZodForm } from '#ui/form.tsx'

/** Makes the transitions of the Processing list: to Printed, to Signed, to Delivered (R090, B4). */
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
            Update status
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
