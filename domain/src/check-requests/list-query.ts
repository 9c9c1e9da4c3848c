import { z } from 'zod'
import { isTimeZone } from '../values/calendar-date.ts'
import { withoutHidden } from '../values/hidden-characters.ts'
import { statuses } from './lifecycle.ts'
import { clearedWithinDays, listSorts, listViews } from './list-views.ts'

const numberFrom = (allowed: readonly number[]) =>
  z.coerce.number().refine((value) => allowed.includes(value), { error: `One of ${allowed.join(', ')}` })

/** Query of a list call. `status` 0 means all (R055). `cursor` comes from the previous response to the same query. */
export const listQuery = z.strictObject({
  view: z.enum(listViews).default('all'),
  status: numberFrom([0, ...statuses.map((status) => status.id)]).default(0),
  search: z
    .string()
    .trim()
    .max(100)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'This text cannot be searched' })
    .transform((text) => withoutHidden(text).trim())
    .default(''),
  within: numberFrom(clearedWithinDays).default(0),
  sort: z.enum(listSorts).default('newest'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListQuery = z.output<typeof listQuery>

/** Query of an export: all pages of a list. Times become days in `time_zone`, an IANA name like `America/Chicago`. */
export const exportQuery = listQuery.omit({ cursor: true, limit: true }).extend({
  time_zone: z.string().max(100).refine(isTimeZone, { error: 'This time zone is not known' }).default('UTC'),
})
export type ExportQuery = z.output<typeof exportQuery>
