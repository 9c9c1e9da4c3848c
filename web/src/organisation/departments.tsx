import type { Dealership, Department } from '@check-requests/domain/organisation/fields.ts'
import { useDealerGroups, useDealerships, useDepartments } from '#organisation/api.ts'
import { departmentsByDealership } from '#organisation/departments-by-dealership.ts'
import { DepartmentsOfDealership } from '#organisation/departments-of-dealership.tsx'
import { useLinkedRecord } from '#organisation/linked-record.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDelayed } from '#ui/use-delayed.ts'

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
      {!list && !error && <Waiting />}
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
  return <span role="status">{count === undefined ? '\u00a0' : `${count.toLocaleString('en-US')} departments`}</span>
}

/** Shown in the shape of the list, once the wait is long enough to be noticed. */
function Waiting() {
  const late = useDelayed(true)
  if (!late) return null
  return (
    <div className="grid gap-2 border-t border-line px-4 py-4 sm:px-5">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
