import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  type ListView,
  listedStatuses,
  type WaitsFor,
  waitsFor,
} from '@check-requests/domain/check-requests/list/views.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { formatDate, zoneByCity } from '@check-requests/domain/values/calendar-date.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useMemo } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { type CheckRequestList, useRequesters } from '#check-requests/api.ts'
import { type FilterName, type FilterValues, partsOf } from '#check-requests/list/list-state.ts'
import { useDealerships, useDepartments, usePurposes } from '#organization/api.ts'
import type { Option } from '#ui/form/option.ts'

/** An entry of the filter menu: its label, and the one or two values that it sets. */
export interface FilterField {
  readonly label: string
  readonly kind: 'several' | 'one' | 'switch' | 'text' | 'amounts' | 'days'
  readonly names: readonly [FilterName, FilterName?]
}

// biome-ignore format: a table, one row each
export const filterFields: readonly FilterField[] = [
  { label: 'Status', kind: 'several', names: ['statuses'] },
  { label: 'Waiting On', kind: 'one', names: ['waiting_on'] },
  { label: 'Overdue', kind: 'switch', names: ['overdue'] },
  { label: 'Handled by Me', kind: 'switch', names: ['handled'] },
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

/** The values that clear this filter. */
export function without({ names }: FilterField): Partial<FilterValues> {
  return Object.fromEntries(names.map((name) => [name, '']))
}

/** The filters offered for a list. Omits those that could match none of its requests. */
export function fieldsOf(view: ListView): readonly FilterField[] {
  const isQueue = view !== 'all'
  const hasClosed = view === 'all' || view === 'completed'
  return filterFields.filter(({ names: [name] }) => {
    // Only a link from the approver's dashboard sets this filter.
    if (name === 'handled') return false
    if (name === 'waiting_on') return !isQueue
    return name !== 'completed_from' || hasClosed
  })
}

/** The text of an active filter's chip: `Dealership: Lakeside Toyota`. */
export function filterWords(field: FilterField, values: FilterValues, options: readonly Option<string>[]): string {
  const { label, kind } = field
  const [first = '', last = ''] = field.names.map((name) => name && values[name])
  if (kind === 'switch') return label
  if (kind === 'text') return `${label}: ${first}`
  if (kind === 'amounts') return `${label}: ${range(first, last, (amount) => formatDollars(Number(amount)))}`
  if (kind === 'days') return `${label}: ${range(first, last, formatDate)}${zoneWords(label, values)}`
  const labels = partsOf(first).map((part) => options.find(({ value }) => value === part)?.label ?? `#${part}`)
  return `${label}: ${labels.join(', ')}`
}

/**
 * A filter label with the time zone if it isn't the user's own. Due dates are days without a time zone; all other dates
 * are times.
 */
function zoneWords(label: string, { time_zone }: FilterValues): string {
  return time_zone !== '' && label !== 'Due' ? ` (${zoneByCity(time_zone)})` : ''
}

function range(first: string, last: string, format: (value: string) => string): string {
  if (first === last) return format(first)
  if (last === '') return `from ${format(first)}`
  if (first === '') return `to ${format(last)}`
  return `${format(first)} to ${format(last)}`
}

type Options = readonly Option<string>[]

const waitLabels: Record<WaitsFor, string> = {
  approvers: 'Approvers',
  processors: 'Processors',
  requester: 'Requester',
  'hand-over': 'Handover',
}

const waitOptions = waitsFor.map((name) => ({ value: name, label: waitLabels[name] }))
const priorityOptions = priorities.map(({ name, label }) => ({ value: name, label }))

/** The options of each filter that offers a fixed set. */
export function useFilterOptions(view: ListView, rows: CheckRequestList['rows']): (name: FilterName) => Options {
  const dealerships = useDealerships().data
  const departments = useDepartments().data
  const purposes = usePurposes().data
  const requesters = useRequesterOptions(rows)
  return useMemo(() => {
    const nameOf = new Map(dealerships?.map(({ id, name }) => [id, name]))
    const all: Partial<Record<FilterName, Options>> = {
      statuses: statusOptions(view),
      waiting_on: waitOptions,
      priority: priorityOptions,
      dealership: (dealerships ?? []).map(({ id, name }) => ({ value: `${id}`, label: name })),
      department: (departments ?? []).map(({ id, name, dealership_id }) => {
        return { value: `${id}`, label: name, group: nameOf.get(dealership_id) }
      }),
      purpose: (purposes ?? []).map(({ id, name, payment_for }) => ({
        value: `${id}`,
        label: name,
        group: payment_for,
      })),
      requester: requesters,
    }
    return (name) => all[name] ?? []
  }, [view, dealerships, departments, purposes, requesters])
}

/** The statuses of the list with the labels of their badges. */
function statusOptions(view: ListView): Options {
  const listed: readonly number[] = listedStatuses(view, 0, 'newest')
  return statuses.filter(({ id }) => listed.includes(id)).map(({ name, badge }) => ({ value: name, label: badge }))
}

/**
 * Options for the requester filter: for admins, all requesters in their scope; for others, the requesters of the rows
 * shown.
 */
function useRequesterOptions(rows: CheckRequestList['rows']): Options {
  const isAdmin = usePerson().role === 'admin'
  const { data } = useRequesters(isAdmin)
  return useMemo(() => {
    const shown = (rows ?? []).map(({ requester_id, requester_name }) => ({ id: requester_id, name: requester_name }))
    const people = new Map([...shown, ...(data ?? [])].map(({ id, name }) => [`${id}`, name]))
    return [...people]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))
  }, [rows, data])
}
