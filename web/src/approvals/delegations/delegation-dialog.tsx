import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import {
  type CreateDelegationInput,
  createDelegationBody,
} from '@check-requests/domain/approvals/delegations/fields.ts'
import { localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { UseFormReturn } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { createNotices, useCandidates } from '#approvals/delegations/api.ts'
import { useDealerships } from '#organization/api.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

interface Values {
  from_id: number | null
  to_id: number | null
  starts_on: string
  ends_on: string
  dealership_ids: number[]
  reason: string
}

type DelegationForm = UseFormReturn<Values, unknown, CreateDelegationInput>

/** Creates a delegation for the user or, for admins, for an absent approver. */
export function DelegationDialog({ subject: { forOthers }, open, onOpenChange }: DialogFor<{ forOthers: boolean }>) {
  const today = localToday(new Date())
  const person = usePerson()
  const form: DelegationForm = useZodForm(createDelegationBody, {
    from_id: forOthers ? null : person.id,
    to_id: null,
    starts_on: today,
    ends_on: '',
    dealership_ids: [],
    reason: '',
  } as Values)
  const create = useWriteWithNotices(delegationEndpoints.create, createNotices, {
    onSuccess: () => onOpenChange(false),
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Delegation"
      description="Both days are included. Each approval shows on whose behalf it was given."
      dirty={form.formState.isDirty && !create.isSuccess}
    >
      <Form form={form} onSubmit={(body) => create.mutate({ body })} className="grid grid-cols-1 gap-4">
        <DelegationFields form={form} forOthers={forOthers} today={today} />
        <FormFailure failure={create.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            Add Delegation
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

interface DelegationFieldsProps {
  form: DelegationForm
  forOthers: boolean
  today: string
}

function DelegationFields({ form, forOthers, today }: DelegationFieldsProps) {
  const person = usePerson()
  const people = (useCandidates().data ?? []).map(({ id, name }) => ({ value: id, label: markHidden(name) }))
  const dealerships = (useDealerships().data ?? []).map(({ id, name }) => ({ value: id, label: markHidden(name) }))
  return (
    <>
      {forOthers && (
        <FormField form={form} name="from_id" label="Absent Approver" required>
          {(field) => <Combobox<number> {...field} options={people} />}
        </FormField>
      )}
      <FormField form={form} name="to_id" label="Delegate" required>
        {(field) => <Combobox<number> {...field} options={people.filter(({ value }) => value !== person.id)} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="starts_on" label="First Day" required>
          {(field) => <TypedDateInput {...field} min={today} />}
        </FormField>
        <FormField form={form} name="ends_on" label="Last Day" required>
          {(field) => <TypedDateInput {...field} min={today} />}
        </FormField>
      </div>
      <FormField form={form} name="dealership_ids" label="Dealerships">
        {(field) => <MultiSelect {...field} options={dealerships} placeholder="All dealerships" />}
      </FormField>
      <FormField form={form} name="reason" label="Reason" required>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
    </>
  )
}
