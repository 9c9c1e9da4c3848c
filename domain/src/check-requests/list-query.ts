import { z } from 'zod'
import { statuses } from './lifecycle.ts'
import { listFilters, refuseEmptyRanges, wordsField } from './list-filters.ts'
import { clearedWithinDays, listSorts, listViews } from './list-views.ts'

const numberFrom = (allowed: readonly number[]) =>
  z.coerce.number().refine((value) => allowed.includes(value), { error: `One of ${allowed.join(', ')}` })

const questionShape = {
  view: z.enum(listViews).default('all'),
  status: numberFrom([0, ...statuses.map((status) => status.id)]).default(0),
  search: wordsField.default(''),
  within: numberFrom(clearedWithinDays).default(0),
  sort: z.enum(listSorts).default('newest'),
  ...listFilters,
}

/** Query of a list call. `status` 0 means all (R055). `cursor` comes from the previous response to the same query. */
export const listQuery = z
  .strictObject({
    ...questionShape,
    cursor: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  })
  .superRefine(refuseEmptyRanges)
export type ListQuery = z.output<typeof listQuery>

/** Query of an export: all pages of a list. Times become days in `time_zone`, an IANA name like `America/Chicago`. */
export const exportQuery = z.strictObject(questionShape).superRefine(refuseEmptyRanges)
export type ExportQuery = z.output<typeof exportQuery>
