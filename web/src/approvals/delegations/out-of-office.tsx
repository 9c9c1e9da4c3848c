import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import {
  type CreateDelegationInput,
  createDelegationBody,
  type DelegationReply,
} from '@check-requests/domain/approvals/delegations/fields.ts'
import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { UseFormReturn } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { createNotices, endNotices, useCandidates, useDelegations } from '#approvals/delegations/api.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'

/** The user's own current or next absence, if someone approves for them then. */
function useOwnAbsence(): DelegationReply | undefined {
  const { id } = usePerson()
  return useDelegations(true).data?.find(({ from }) => from.id === id)
}

function absenceInWords({ is_in_force, starts_on, ends_on }: DelegationReply): string {
  return is_in_force ? `Out until ${formatDate(ends_on)}` : `Out from ${formatDate(starts_on)}`
}

interface Values {
  to_id: number | null
  starts_on: string
  ends_on: string
  dealership_ids: number[]
  reason: string
}

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/**
 * Who approves while the user is out, or the way to arrange it. Without an approval policy, every approver in scope can
 * decide, so nothing is arranged.
 */
export function OutOfOfficeDialog(dialog: DialogProps) {
  const candidates = useCandidates().data
  const absence = useOwnAbsence()
  if (absence) return <CurrentAbsence absence={absence} {...dialog} />
  if (candidates?.length === 0)
    return (
      <FormDialog {...dialog} title="Out of Office" dirty={false}>
        <div className="grid gap-5">
          <p>
            Your dealer group has no approval policy, so every approver can decide the requests that wait for you. You
            don’t need a delegate.
          </p>
          <FormDialogFooter>
            <Button onClick={() => dialog.onOpenChange(false)}>Close</Button>
          </FormDialogFooter>
        </div>
      </FormDialog>
    )
  return <NewAbsence {...dialog} />
}

function CurrentAbsence({ absence, open, onOpenChange }: DialogProps & { absence: DelegationReply }) {
  const end = useWriteWithNotices(delegationEndpoints.remove, endNotices, { onSuccess: () => onOpenChange(false) })
  return (
    <FormDialog open={open} onOpenChange={onOpenChange} title="Out of Office" dirty={false}>
      <div className="grid gap-5">
        <p className="wrap-anywhere">
          {`${absenceInWords(absence)}. ${markHidden(absence.to.name)} approves for you.`}
        </p>
        <FormFailure failure={end.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Close
          </Button>
          <Button variant="primary" pending={end.isPending} onClick={() => end.mutate({ params: { id: absence.id } })}>
            End Out of Office
          </Button>
        </FormDialogFooter>
      </div>
    </FormDialog>
  )
}

/** Lets a delegate approve for the user while they are out. */
function NewAbsence({ open, onOpenChange }: DialogProps) {
  const today = localToday(new Date())
  const form: UseFormReturn<Values, unknown, CreateDelegationInput> = useZodForm(createDelegationBody, {
    to_id: null,
    starts_on: today,
    ends_on: '',
    dealership_ids: [],
    reason: 'Out of office',
  } as Values)
  const person = usePerson()
  const people = (useCandidates().data ?? []).filter(({ id }) => id !== person.id)
  const create = useWriteWithNotices(delegationEndpoints.create, createNotices, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Out of Office"
      size="lg"
      description="Both days are included. Your delegate can then decide the requests that wait for you."
      dirty={form.formState.isDirty && !create.isSuccess}
    >
      <Form form={form} className="grid grid-cols-1 gap-4" onSubmit={(body) => create.mutate({ body })}>
        <div className="grid gap-4 sm:grid-cols-3">
          <FormField form={form} name="starts_on" label="First Day" required>
            {(field) => <TypedDateInput {...field} min={today} />}
          </FormField>
          <FormField form={form} name="ends_on" label="Last Day" required>
            {(field) => <TypedDateInput {...field} min={today} />}
          </FormField>
          <FormField form={form} name="to_id" label="Delegate" required>
            {(field) => (
              <Combobox<number>
                {...field}
                options={people.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
              />
            )}
          </FormField>
        </div>
        <FormFailure failure={create.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            Set Out of Office
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
