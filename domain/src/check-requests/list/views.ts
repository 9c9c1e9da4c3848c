import {
  type groupings,
  isClosed,
  isOpen,
  type Status,
  type StatusId,
  type StatusName,
  statuses,
  statusIdsOf,
  statusNamed,
  statusOf,
} from '../lifecycle.ts'

/** The views of a list, which decide the statuses shown and the fields searched (R080, R084, R087, R091). */
export const listViews = ['all', 'pending', 'processing', 'completed', 'sendback', 'rejected'] as const
export type ListView = (typeof listViews)[number]

/** The sort orders of a list; the default is `newest`. */
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

/**
 * The texts searched by every list for words or parts of words: those named in the placeholders (R054, R082, R087,
 * R091), and others (E5). `numbers`: the VIN, PO number, and invoice number; `notes`: the request's note and those in
 * its history.
 */
export const searchFields = [
  'request_number',
  'payee',
  'requester',
  'purpose',
  'check_number',
  'numbers',
  'notes',
] as const
export type SearchField = (typeof searchFields)[number]

/**
 * The number of days for which a list of completed checks looks back on `cleared_date`; 0 is 'All Time' (R092, A15).
 */
export const clearedWithinDays = [0, 30, 90] as const

/**
 * Statuses shown in a list: those of its view, narrowed by status filter and sort order. Empty if no status is left.
 */
export function listedStatuses(view: ListView, status: number, sort: ListSort): StatusId[] {
  const shown = view === 'all' ? statuses.map((row) => row.id) : statusIdsOf(view as keyof typeof groupings)
  const stands = standsIn[sort]
  const ordered = stands ? shown.filter((id) => stands(statusOf(id))) : shown
  return status === 0 ? ordered : ordered.filter((id) => id === status)
}

/** The roles that requests wait for, with the statuses at which requests wait for each role. */
export const waits = {
  approvers: statusIdsOf('pending'),
  processors: statusIdsOf('processing'),
  requester: statusIdsOf('sendback'),
  'hand-over': [statusNamed('ready').id],
} as const satisfies Record<string, readonly StatusId[]>
export type WaitsFor = keyof typeof waits
export const waitsFor = Object.keys(waits) as WaitsFor[]

/** The filters that select statuses: by name, by the role that requests wait for, and overdue. */
export interface StatusFilters {
  readonly statuses?: readonly StatusName[] | undefined
  readonly waiting_on?: WaitsFor | undefined
  readonly overdue?: 'true' | 'false' | undefined
}

/** Statuses left by the status filters, the role filter, and the overdue filter. */
export function filteredStatuses(
  listed: readonly StatusId[],
  { statuses: names, waiting_on, overdue }: StatusFilters,
): StatusId[] {
  const chosen = names?.map((name) => statusNamed(name).id)
  const waiting: readonly StatusId[] | undefined = waiting_on && waits[waiting_on]
  return listed.filter((id) => {
    if (chosen && !chosen.includes(id)) return false
    if (waiting && !waiting.includes(id)) return false
    return overdue !== 'true' || openStatuses.includes(id)
  })
}

const openStatuses: readonly StatusId[] = statuses.filter(({ name }) => isOpen(name)).map(({ id }) => id)

/** Filters with ranges, and the message for a range that ends before it begins. */
export const filterRanges = [
  ['amount_from', 'amount_to', 'The highest amount is below the lowest amount'],
  ['due_from', 'due_to', 'The last day is before the first day'],
  ['raised_from', 'raised_to', 'The last day is before the first day'],
  ['completed_from', 'completed_to', 'The last day is before the first day'],
] as const
