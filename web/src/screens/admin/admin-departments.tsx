import type { DealerGroup, Dealership, Department } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useId } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import type { DepartmentSubject } from '#organization/department-dialog.tsx'
import { useAddTo, useLinkedRecord } from '#organization/linked-record.ts'
import { coversPlace, PlaceName } from '#organization/places.tsx'
import { counted } from '#platform/counted.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

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

const shape = { open: textValue() }

interface DepartmentsProps {
  onAdd(dealership: Dealership): void
  onEdit(department: Department): void
  onDelete(department: Department): void
}

/** All departments, grouped by dealership; the URL keeps track of the expanded dealerships (R104, R105). */
export function Departments({ onAdd, onEdit, onDelete }: DepartmentsProps) {
  const queries = [useDealerGroups(), useDealerships(), useDepartments()] as const
  const [{ data: groups }, { data: dealerships }, { data: departments }] = queries
  const [{ open }, change] = useUrlState(shape)
  const linked = useLinkedRecord('department', departments !== undefined)
  const { error, onRetry } = useLoadFailure(queries.find((query) => query.error) ?? queries[2])
  const list = groups && dealerships && departments && departmentsByDealership(groups, dealerships, departments)
  const opened = open.split(',').filter(Boolean)
  const toggle = (id: string) => {
    const next = opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id]
    change({ open: next.join(',') }, { replace: true })
  }
  return (
    <Card title="Departments" description={<FoundText count={departments?.length} />} flush>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {!list && !error && <SkeletonRows count={5} />}
      {list?.length === 0 && <EmptyState text="No departments have been added yet." />}
      <ul>
        {list?.map((group) => (
          <DepartmentsOfDealership
            key={group.dealership.id}
            group={group}
            open={opened.includes(String(group.dealership.id))}
            linked={linked}
            onToggle={() => toggle(String(group.dealership.id))}
            onAdd={onAdd}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </ul>
    </Card>
  )
}

function FoundText({ count }: { count: number | undefined }) {
  return <span role="status">{count === undefined ? '\u00a0' : counted(count, 'department')}</span>
}

interface DepartmentsOfDealershipProps {
  group: DealershipDepartments
  open: boolean
  /** The id of the department named in the URL. */
  linked: number | undefined
  onToggle(): void
  onAdd(dealership: Dealership): void
  onEdit(department: Department): void
  onDelete(department: Department): void
}

/** A dealership as a row that expands to its departments (R104, R105). */
function DepartmentsOfDealership(props: DepartmentsOfDealershipProps) {
  const { group, open } = props
  const panelId = useId()
  return (
    <li className="border-t border-line">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panelId}
          className="grid min-h-10 w-full grid-cols-[1rem_1fr] items-center gap-x-3 px-4 text-start hover:bg-sunken max-sm:py-2.5 sm:grid-cols-[1rem_1fr_auto] sm:px-5"
          onClick={props.onToggle}
        >
          <ChevronRight
            aria-hidden
            className={clsx('size-4 text-ink-soft transition-transform', open && 'rotate-90')}
          />
          <span className="min-w-0 max-sm:grid max-sm:wrap-anywhere sm:truncate">
            <span className="font-semibold">{markHidden(withCode(group.dealership))}</span>
            <span className="text-ink-soft sm:ms-3">{markHidden(group.group)}</span>
          </span>
          <span className="text-ink-soft max-sm:col-start-2">
            Total Departments: <span className="font-semibold text-ink">{group.departments.length}</span>
          </span>
        </button>
      </h3>
      <div id={panelId} hidden={!open} className="bg-canvas">
        {open && <DepartmentTable {...props} />}
      </div>
    </li>
  )
}

const columns: Column<Department>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 140,
    grows: true,
    onCard: 'title',
    cell: (department) => <PlaceName place={department} />,
  },
  { key: 'code', header: 'Code', width: 100, onCard: 'mark', cell: ({ code }) => code },
  {
    key: 'dealership',
    header: 'Dealership',
    width: 140,
    grows: true,
    givesWay: 2,
    cell: ({ dealership_name }) => markHidden(dealership_name),
  },
  {
    key: 'group',
    header: 'Dealer Group',
    width: 140,
    grows: true,
    givesWay: 1,
    cell: ({ dealer_group_name }) => markHidden(dealer_group_name),
  },
]

function DepartmentTable({ group, linked, onAdd, onEdit, onDelete }: DepartmentsOfDealershipProps) {
  const person = usePerson()
  const actions: Column<Department> = {
    ...rowActionsColumn,
    cell: (department) => {
      const { id, dealer_group_id: dealerGroupId, dealership_id: dealershipId } = department
      if (!coversPlace(person, { dealerGroupId, dealershipId, departmentId: id })) return null
      return (
        <RowActions>
          <RowAction small icon={Pencil} label={`Edit ${department.name}`} onClick={() => onEdit(department)} />
          {may(person, 'departments.delete') && (
            <RowAction
              small
              icon={Trash2}
              danger
              label={`Delete ${department.name}`}
              onClick={() => onDelete(department)}
            />
          )}
        </RowActions>
      )
    },
  }
  const { id: dealershipId, dealer_group_id: dealerGroupId } = group.dealership
  const canAdd = coversPlace(person, { dealerGroupId, dealershipId })
  const addButton = (
    <Button variant="secondary" onClick={() => onAdd(group.dealership)}>
      Add departments
    </Button>
  )
  return (
    <DataTable
      caption={`Departments in ${group.dealership.name}`}
      columns={[...columns, actions]}
      rows={group.departments}
      rowKey={({ id }) => id}
      activeKey={linked}
      empty={<EmptyState text="This dealership has no departments yet." action={canAdd && addButton} />}
    />
  )
}

/** A dealership with its departments, as listed (R104). */
interface DealershipDepartments {
  readonly dealership: Dealership
  /** The name and code of the dealer group, as in `Lakeside Auto Group (LAG)`. */
  readonly group: string
  readonly departments: readonly Department[]
}

/** All dealerships in order, including those without departments. */
function departmentsByDealership(
  groups: readonly DealerGroup[],
  dealerships: readonly Dealership[],
  departments: readonly Department[],
): DealershipDepartments[] {
  const groupNames = new Map(groups.map((group) => [group.id, withCode(group)]))
  const byDealership = Map.groupBy(departments, ({ dealership_id }) => dealership_id)
  return dealerships.map((dealership) => ({
    dealership,
    group: groupNames.get(dealership.dealer_group_id) ?? dealership.dealer_group_name,
    departments: byDealership.get(dealership.id) ?? [],
  }))
}

function withCode({ name, code }: { name: string; code: string }): string {
  return `${name} (${code})`
}
