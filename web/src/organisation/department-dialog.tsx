import { organisationEndpoints as endpoints } from '@check-requests/domain/organisation/endpoints.ts'
import {
  type CreateDepartmentInput,
  createDepartmentBody,
  type Department,
} from '@check-requests/domain/organisation/fields.ts'
import type { z } from 'zod'
import { DepartmentFields, type DepartmentFormValues } from '#organisation/department-fields.tsx'
import { departmentNotices } from '#organisation/write-notices.ts'
import { changedFields } from '#platform/changed-fields.ts'
import { useNotices } from '#platform/notices.tsx'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

// The form holds null for what has not been chosen; the schema's checks refuse it.
const schema = createDepartmentBody as unknown as z.ZodType<CreateDepartmentInput, DepartmentFormValues>

/** Adds a department, or changes the one it is about (R103, R184, A20). */
export function DepartmentDialog({ subject: department, open, onOpenChange }: DialogFor<Department | null>) {
  const { dealer_group_id: ownGroup } = usePerson()
  const notices = useNotices()
  const form = useZodForm(schema, {
    name: department?.name ?? '',
    code: department?.code ?? '',
    dealer_group_id: department?.dealer_group_id ?? ownGroup,
    dealership_id: department?.dealership_id ?? null,
  })
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }: { fields: Record<string, string> | undefined }) => showServerErrors(form, fields),
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
            ? update.mutate({ params: { id: department.id }, body: changedFields(department, body) })
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
