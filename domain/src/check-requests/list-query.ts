import { z } from 'zod'
import { type groupings, type StatusId, statuses, statusIdsOf } from './lifecycle.ts'

/** Which screen a list is for: it decides the statuses shown and the fields searched (R080, R084, R087, R091). */
export const listViews = ['all', 'pending', 'processing', 'completed', 'sendback', 'rejected'] as const
export type ListView = (typeof listViews)[number]

/** Orders a list can have; `newest` is the default everywhere. */
export const listSorts = ['newest', 'oldest', 'amount-high', 'amount-low', 'priority', 'due'] as const
export type ListSort = (typeof listSorts)[number]

/** Fields that a search can look into. */
export type SearchField = 'request_number' | 'payee' | 'requester' | 'purpose' | 'check_number'

/** Days a list of completed checks can look back on `cleared_date`; 0 is 'All Time' (R092, A15). */
export const clearedWithinDays = [0, 30, 90] as const

const numberFrom = (allowed: readonly number[]) =>
  z.coerce.number().refine((value) => allowed.includes(value), { error: `One of ${allowed.join(', ')}` })

/** Query of a list call. `status` 0 means all (R055). `cursor` comes from the answer before and holds for the same query only. */
export const listQuery = z.strictObject({
  view: z.enum(listViews).default('all'),
  status: numberFrom([0, ...statuses.map((status) => status.id)]).default(0),
  search: z
    .string()
    .trim()
    .max(100)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'This text cannot be searched' })
    .default(''),
  within: numberFrom(clearedWithinDays).default(0),
  sort: z.enum(listSorts).default('newest'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListQuery = z.output<typeof listQuery>

/** Statuses that a list shows: those of its view, narrowed by the status filter. Empty when both exclude each other. */
export function listedStatuses(view: ListView, status: number): StatusId[] {
  const shown = view === 'all' ? statuses.map((row) => row.id) : statusIdsOf(view as keyof typeof groupings)
  return status === 0 ? shown : shown.filter((id) => id === status)
}

/** Fields searched on each screen (R054, R082, R087, R091). */
export function searchedFields(view: ListView): SearchField[] {
  if (view === 'all') return ['request_number', 'payee']
  const queueFields: SearchField[] = ['request_number', 'requester', 'payee', 'purpose']
  return view === 'completed' ? [...queueFields, 'check_number'] : queueFields
}
