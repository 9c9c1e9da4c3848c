import {
  type groupings,
  isClosed,
  isOpen,
  type Status,
  type StatusId,
  statuses,
  statusIdsOf,
  statusOf,
} from './lifecycle.ts'

/** The screen a list is for, which decides the statuses shown and the fields searched (R080, R084, R087, R091). */
export const listViews = ['all', 'pending', 'processing', 'completed', 'sendback', 'rejected'] as const
export type ListView = (typeof listViews)[number]

/** Sort orders of a list; `newest` is the default everywhere. */
export const listSorts = [
  'newest',
  'oldest',
  'amount-high',
  'amount-low',
  'priority',
  'due',
  'waiting',
  'completed',
] as const
export type ListSort = (typeof listSorts)[number]

/** The statuses included in orders that cover only some requests: longest waiting first, latest completed first. */
const standsIn: Partial<Record<ListSort, (status: Status) => boolean>> = {
  waiting: ({ name }) => isOpen(name),
  completed: ({ name }) => isClosed(name),
}

/** Fields that can be searched. */
export type SearchField = 'request_number' | 'payee' | 'requester' | 'purpose' | 'check_number'

/** Days a list of completed checks can look back on `cleared_date`; 0 is 'All Time' (R092, A15). */
export const clearedWithinDays = [0, 30, 90] as const

/** Statuses that a list shows: those of its view, narrowed by status filter and order. Empty when nothing is left. */
export function listedStatuses(view: ListView, status: number, sort: ListSort): StatusId[] {
  const shown = view === 'all' ? statuses.map((row) => row.id) : statusIdsOf(view as keyof typeof groupings)
  const stands = standsIn[sort]
  const ordered = stands ? shown.filter((id) => stands(statusOf(id))) : shown
  return status === 0 ? ordered : ordered.filter((id) => id === status)
}

/** Fields searched on each screen: those its placeholder names (E5, R082, R087, R091). A payee has up to two names. */
export function searchedFields(view: ListView): SearchField[] {
  if (view === 'all') return ['request_number', 'payee', 'purpose']
  const queueFields: SearchField[] = ['request_number', 'requester', 'payee', 'purpose']
  return view === 'completed' ? [...queueFields, 'check_number'] : queueFields
}
