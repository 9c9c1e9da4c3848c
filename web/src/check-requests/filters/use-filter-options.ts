import { statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  type ListView,
  listedStatuses,
  type WaitsFor,
  waitsFor,
} from '@check-requests/domain/check-requests/list-views.ts'
import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import { useMemo } from 'react'
import { type CheckRequestList, useRequesters } from '#check-requests/api.ts'
import type { FilterName } from '#check-requests/filters/filter-values.ts'
import { useDealerships, useDepartments, usePurposes } from '#organization/api.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Option } from '#ui/option.ts'

type Options = readonly Option<string>[]

const waitLabels: Record<WaitsFor, string> = {
  approvers: 'Approvers',
  processors: 'Processors',
  requester: 'The requester',
  'hand-over': 'Hand-over',
}

const waitOptions = waitsFor.map((name) => ({ value: name, label: waitLabels[name] }))
const priorityOptions = priorities.map(({ name, label }) => ({ value: name, label }))

/** What can be chosen in each filter that is a choice. */
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

/** The statuses of the list, in the words of the badges. */
function statusOptions(view: ListView): Options {
  const listed: readonly number[] = listedStatuses(view, 0, 'newest')
  return statuses.filter(({ id }) => listed.includes(id)).map(({ name, badge }) => ({ value: name, label: badge }))
}

/** For an admin all requesters in their scope; for others, those of the rows shown. */
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
