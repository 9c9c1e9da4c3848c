import { organisationEndpoints as endpoints } from '@check-requests/domain/organisation/endpoints.ts'
import { createDepartmentBody, type Department } from '@check-requests/domain/organisation/fields.ts'
import { useDepartments } from '#organisation/api.ts'
import { DepartmentFields, type DepartmentForm, type DepartmentFormValues } from '#organisation/department-fields.tsx'
import { departmentNotices } from '#organisation/write-notices.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields } from '#platform/changed-fields.ts'
import { useNotices } from '#platform/notices.tsx'
import { useStoredRow } from '#platform/use-stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

const blank: DepartmentFormValues = { name: '', code: '', dealer_group_id: null, dealership_id: null }

function valuesOf({ name, code, dealer_group_id, dealership_id }: Department): DepartmentFormValues {
  return { name, code, dealer_group_id, dealership_id }
}

/** Adds or changes a department (R103, R184, A20). */
export function DepartmentDialog({ subject: opened, open, onOpenChange }: DialogFor<Department | null>) {
  const { dealer_group_id: ownGroup } = usePerson()
  const notices = useNotices()
  const form: DepartmentForm = useZodForm(
    createDepartmentBody,
    opened ? valuesOf(opened) : { ...blank, dealer_group_id: ownGroup },
  )
  const { row: department, readAgain } = useStoredRow(form, opened, valuesOf, useDepartments())
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  }
  const create = useWriteWithNotices(endpoints.createDepartment, departmentNotices.create, handlers)
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
        onSubmit={(body) =>
          department
            ? update.mutate({
                params: { id: department.id },
                body: { ...changedFields(department, body), version: department.version },
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
