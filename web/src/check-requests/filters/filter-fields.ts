import type { ListView } from '@check-requests/domain/check-requests/list-views.ts'
import type { FilterName, FilterValues } from '#check-requests/filters/filter-values.ts'

/** One entry of the menu of filters: its label, and the one or two values that it sets. */
export interface FilterField {
  readonly label: string
  readonly kind: 'several' | 'one' | 'switch' | 'text' | 'amounts' | 'days'
  readonly names: readonly [FilterName, FilterName?]
}

// biome-ignore format: a table, one row each
export const filterFields: readonly FilterField[] = [
  { label: 'Status', kind: 'several', names: ['statuses'] },
  { label: 'Waiting on', kind: 'one', names: ['waiting_on'] },
  { label: 'Overdue', kind: 'switch', names: ['overdue'] },
  { label: 'Handled by me', kind: 'switch', names: ['handled'] },
  { label: 'Dealership', kind: 'several', names: ['dealership'] },
  { label: 'Department', kind: 'several', names: ['department'] },
  { label: 'Purpose', kind: 'several', names: ['purpose'] },
  { label: 'Requester', kind: 'several', names: ['requester'] },
  { label: 'Payee', kind: 'text', names: ['payee'] },
  { label: 'Amount', kind: 'amounts', names: ['amount_from', 'amount_to'] },
  { label: 'Due', kind: 'days', names: ['due_from', 'due_to'] },
  { label: 'Raised', kind: 'days', names: ['raised_from', 'raised_to'] },
  { label: 'Completed', kind: 'days', names: ['completed_from', 'completed_to'] },
  { label: 'Priority', kind: 'several', names: ['priority'] },
]

/** True when a filter narrows the list. */
export function isInUse({ names }: FilterField, values: FilterValues): boolean {
  return names.some((name) => name && values[name] !== '')
}

/** The values that take a filter away. */
export function without({ names }: FilterField): Partial<FilterValues> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** The filters that can leave something of a list. */
export function fieldsOf(view: ListView): readonly FilterField[] {
  const isQueue = view !== 'all'
  const hasClosed = view === 'all' || view === 'completed'
  return filterFields.filter(({ names: [name] }) => {
    // The card of an approver leads to those.
    if (name === 'handled') return false
    if (name === 'waiting_on') return !isQueue
    return name !== 'completed_from' || hasClosed
  })
}
