import type { Dealership, Department } from '@check-requests/domain/organization/fields.ts'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerships } from '#organization/api.ts'
import type { DepartmentSubject } from '#organization/department-dialog.tsx'
import { Departments } from '#organization/departments.tsx'
import { useAddTo } from '#organization/linked-record.ts'
import { coversPlace } from '#organization/places.tsx'
import { Button } from '#ui/button.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const DepartmentDialog = lazy(async () => ({
  default: (await import('#organization/department-dialog.tsx')).DepartmentDialog,
}))
const DeleteDialog = lazy(async () => ({
  default: (await import('#organization/delete-department-dialog.tsx')).DeleteDepartmentDialog,
}))

export function AdminDepartmentsScreen() {
  const person = usePerson()
  const edit = useDialogFor<DepartmentSubject>(DepartmentDialog)
  const remove = useDialogFor<Department>(DeleteDialog)
  const { data: dealerships } = useDealerships()
  const add = (dealership: Dealership) => edit.openFor({ to: dealership })
  useAddTo(dealerships, add)
  const canAdd = dealerships?.some(({ id, dealer_group_id }) =>
    coversPlace(person, { dealerGroupId: dealer_group_id, dealershipId: id }),
  )
  return (
    <>
      <PageHeader
        title="Departments Management"
        actions={
          canAdd && (
            <Button onClick={() => edit.openFor(null)}>
              <Plus aria-hidden className="size-4" />
              Add Department
            </Button>
          )
        }
      />
      <Departments onAdd={add} onEdit={edit.openFor} onDelete={remove.openFor} />
      {edit.dialog}
      {remove.dialog}
    </>
  )
}
