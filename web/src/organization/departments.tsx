import type { Dealership, Department } from '@check-requests/domain/organization/fields.ts'
import { useDealerGroups, useDealerships, useDepartments } from '#organization/api.ts'
import { departmentsByDealership } from '#organization/departments-by-dealership.ts'
import { DepartmentsOfDealership } from '#organization/departments-of-dealership.tsx'
import { useLinkedRecord } from '#organization/linked-record.ts'
import { counted } from '#platform/counted.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

const shape = { open: textValue() }

interface DepartmentsProps {
  onAdd(dealership: Dealership): void
  onEdit(department: Department): void
  onDelete(department: Department): void
}

/** All departments, grouped by dealership; the address keeps which groups are expanded (R104, R105). */
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
