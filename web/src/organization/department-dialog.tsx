import { organizationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import {
  type CreateDepartmentInput,
  createDepartmentBody,
  type Dealership,
  type Department,
} from '@check-requests/domain/organization/fields.ts'
import { useNavigate } from '@tanstack/react-router'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { addTo } from '#organization/linked-record.ts'
import { CodeInput } from '#organization/place-inputs.tsx'
import { coversPlace, onlyOne, placeOptions } from '#organization/places.tsx'
import { departmentNotices } from '#organization/write-notices.ts'
import { paths } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { useNotices } from '#platform/notices.tsx'
import { changedFields, useStoredRow } from '#platform/stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, setFollowing, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

interface DepartmentFormValues {
  name: string
  code: string
  is_active: boolean
  dealer_group_id: number | null
  dealership_id: number | null
}

type DepartmentForm = UseFormReturn<DepartmentFormValues, unknown, CreateDepartmentInput & { is_active: boolean }>

interface DepartmentFieldsProps {
  form: DepartmentForm
  /** True for an existing department, which can't move to another dealership. */
  exists: boolean
}

const inactiveMeans = 'An inactive department can’t be chosen for new requests. Existing requests don’t change.'

/**
 * All fields of a department; offers the chosen group's dealerships in the user's scope (R103, R190). An existing
 * department can't move to another dealership but can be deactivated.
 */
function DepartmentFields({ form, exists }: DepartmentFieldsProps) {
  const person = usePerson()
  const groups = useDealerGroups().data ?? []
  const groupId = useWatch({ control: form.control, name: 'dealer_group_id' })
  const dealerships = (useDealerships().data ?? []).filter(
    ({ id, dealer_group_id: dealerGroupId }) =>
      dealerGroupId === groupId && (exists || coversPlace(person, { dealerGroupId, dealershipId: id })),
  )
  return (
    <>
      <FormField form={form} name="name" label="Name" required>
        {(field) => <Input {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="code" label="Code" required>
        {(field) => <CodeInput {...field} />}
      </FormField>
      <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
        {(field) => (
          <Select
            {...field}
            searchable
            options={placeOptions(groups)}
            disabled={exists}
            onChange={(id) => {
              field.onChange(id)
              setFollowing(form, { dealership_id: null })
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="dealership_id"
        label="Dealership"
        required
        hint={exists && 'A department can’t be moved to another dealership. Add a new one there.'}
      >
        {(field) => <Select {...field} searchable options={placeOptions(dealerships)} disabled={exists} />}
      </FormField>
      {exists && (
        <FormField form={form} name="is_active" label="Status" group hint={inactiveMeans}>
          {({ value, onChange }) => <Checkbox label="Active" checked={value} onChange={onChange} />}
        </FormField>
      )}
    </>
  )
}

const blank: DepartmentFormValues = {
  name: '',
  code: '',
  is_active: true,
  dealer_group_id: null,
  dealership_id: null,
}

const formSchema = createDepartmentBody.extend({ is_active: z.boolean() })

function valuesOf({ name, code, is_active, dealer_group_id, dealership_id }: Department): DepartmentFormValues {
  return { name, code, is_active, dealer_group_id, dealership_id }
}

function placeOf(subject: DepartmentSubject, { group, dealership }: Preselected) {
  if (!subject || !('to' in subject)) return { dealer_group_id: group, dealership_id: dealership }
  return { dealer_group_id: subject.to.dealer_group_id, dealership_id: subject.to.id }
}

/** The user's own dealer group or the only one, and the only dealership. */
interface Preselected {
  readonly group: number | null
  readonly dealership: number | null
}

/** The department to change, or the location of a new one, if known. */
export type DepartmentSubject = Department | { readonly to: Dealership } | null

/** Adds or changes a department (R103, R184, A20). */
export function DepartmentDialog({ subject, open, onOpenChange }: DialogFor<DepartmentSubject>) {
  const opened = subject && 'id' in subject ? subject : null
  const dealership = onlyOne(useDealerships().data)
  const { dealer_group_id: own } = usePerson()
  const groups = useDealerGroups().data
  const group = own ?? onlyOne(groups)?.id ?? null
  const preselected = { group, dealership: dealership?.dealer_group_id === group ? dealership.id : null }
  const notices = useNotices()
  const form: DepartmentForm = useZodForm(
    formSchema,
    opened ? valuesOf(opened) : { ...blank, ...placeOf(subject, preselected) },
  )
  const { row: department, readAgain } = useStoredRow(form, opened, valuesOf, useDepartments())
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  }
  const navigate = useNavigate()
  const next = {
    label: 'Add Users',
    run: ({ dealership_id }: Department) => void navigate({ to: paths.users, search: addTo(dealership_id) }),
  }
  const create = useWriteWithNotices(endpoints.createDepartment, departmentNotices.create, { ...handlers, next })
  const update = useWriteWithNotices(endpoints.updateDepartment, departmentNotices.update, handlers)
  const write = department ? update : create
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={department ? 'Update Department' : 'Add Department'}
      dirty={form.formState.isDirty && !write.isSuccess}
    >
      <Form
        form={form}
        onSubmit={({ is_active, ...body }) =>
          department
            ? update.mutate({
                params: { id: department.id },
                body: { ...changedFields(department, { ...body, is_active }), version: department.version },
              })
            : create.mutate({ body })
        }
        onInvalid={({ dealership_id: error }) =>
          error?.message && notices.show({ title: error.message, destructive: true })
        }
        className="grid gap-4"
      >
        <DepartmentFields form={form} exists={department !== null} />
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={write.isPending}>
            {department ? 'Update Department' : 'Create Department'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
