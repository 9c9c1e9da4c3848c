import { organisationEndpoints as endpoints } from '@check-requests/domain/organization/endpoints.ts'
import { createDepartmentBody, type Dealership, type Department } from '@check-requests/domain/organization/fields.ts'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDepartments } from '#organization/api.ts'
import { DepartmentFields, type DepartmentForm, type DepartmentFormValues } from '#organization/department-fields.tsx'
import { addTo } from '#organization/linked-record.ts'
import { departmentNotices } from '#organization/write-notices.ts'
import { paths } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields } from '#platform/changed-fields.ts'
import { useNotices } from '#platform/notices.tsx'
import { useStoredRow } from '#platform/use-stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

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

function placeOf(subject: DepartmentSubject, ownGroup: number | null) {
  if (!subject || !('to' in subject)) return { dealer_group_id: ownGroup }
  return { dealer_group_id: subject.to.dealer_group_id, dealership_id: subject.to.id }
}

/** A department to change, or where a new one is to be added, if that is known. */
export type DepartmentSubject = Department | { readonly to: Dealership } | null

/** Adds or changes a department (R103, R184, A20). */
export function DepartmentDialog({ subject, open, onOpenChange }: DialogFor<DepartmentSubject>) {
  const opened = subject && 'id' in subject ? subject : null
  const { dealer_group_id: ownGroup } = usePerson()
  const notices = useNotices()
  const form: DepartmentForm = useZodForm(
    formSchema,
    opened ? valuesOf(opened) : { ...blank, ...placeOf(subject, ownGroup) },
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
    label: 'Add users',
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
