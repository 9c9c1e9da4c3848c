import type { Dealership, Department } from '@check-requests/domain/organisation/fields.ts'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { useDealerships } from '#organisation/api.ts'
import type { DepartmentSubject } from '#organisation/department-dialog.tsx'
import { Departments } from '#organisation/departments.tsx'
import { useAddTo } from '#organisation/linked-record.ts'
import { coversPlace } from '#organisation/place-authority.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const DepartmentDialog = lazy(async () => ({
  default: (await import('#organisation/department-dialog.tsx')).DepartmentDialog,
}))
const DeleteDialog = lazy(async () => ({
  default: (await import('#organisation/delete-department-dialog.tsx')).DeleteDepartmentDialog,
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
