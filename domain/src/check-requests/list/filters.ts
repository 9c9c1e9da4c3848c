import { z } from 'zod'
import { isCalendarDate, isTimeZone } from '../../values/calendar-date.ts'
import { withoutHidden } from '../../values/hidden-characters.ts'
import { listWithOr } from '../../values/lists.ts'
import { parseAmount } from '../../values/typed-amount.ts'
import { statuses } from '../lifecycle.ts'
import { priorities } from '../priorities.ts'
import { filterRanges, waitsFor } from './views.ts'

const mostInFilter = 50

/** A field for a comma-separated list of values that `read` accepts. Removes duplicates and keeps the order. */
export function severalOf<Item>(read: (text: string) => Item | undefined, error: string, most = mostInFilter) {
  return z.string().transform((text, context) => {
    const texts = [...new Set(text.split(','))]
    const items = texts.map(read).filter((item) => item !== undefined)
    if (items.length === texts.length && items.length <= most) return items
    context.addIssue({ code: 'custom', message: items.length > most ? `Enter at most ${most} values` : error })
    return z.NEVER
  })
}

/** A field for a comma-separated list of ids. Removes duplicates and keeps the order. */
export function idsField(most: number) {
  const read = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
  return severalOf(read, 'Enter IDs separated by commas, such as 3,14', most)
}

const ids = idsField(mostInFilter)

function namesOf<const Name extends string>(names: readonly Name[]) {
  const read = (text: string) => names.find((name) => name === text)
  return severalOf(read, `Enter ${listWithOr(names)}, or several of them separated by commas`)
}

const calendarDate = z.string().refine(isCalendarDate, { error: 'Enter a date such as 2026-11-21.' })

const amount = z.string().transform((text, context) => {
  const cents = parseAmount(text)
  if (typeof cents === 'number') return cents
  context.addIssue({ code: 'custom', message: cents })
  return z.NEVER
})

/** The text of a filter or a search: trimmed, without invisible characters. */
export const wordsField = z
  .string()
  .trim()
  .max(100)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: 'This text has characters that can’t be searched for. Retype the text.',
  })
  .transform((text) => withoutHidden(text).trim())

/**
 * The filters of a list, combined with AND. Lists are comma-separated; amounts are parsed from dollars into cents; both
 * ends of a period are inclusive, with days in `time_zone`, an IANA name like `America/Chicago`.
 */
export const listFilters = {
  statuses: namesOf(statuses.map(({ name }) => name)).optional(),
  waiting_on: z.enum(waitsFor).optional(),
  overdue: z.enum(['true', 'false']).optional(),
  handled: z.literal('true').optional().describe('Only requests that the caller has decided on'),
  dealership: ids.optional(),
  department: ids.optional(),
  purpose: ids.optional(),
  requester: ids.optional(),
  payee: wordsField.optional(),
  priority: namesOf(priorities.map(({ name }) => name)).optional(),
  amount_from: amount.optional(),
  amount_to: amount.optional(),
  due_from: calendarDate.optional(),
  due_to: calendarDate.optional(),
  raised_from: calendarDate.optional(),
  raised_to: calendarDate.optional(),
  completed_from: calendarDate.optional(),
  completed_to: calendarDate.optional(),
  time_zone: z
    .string()
    .max(100)
    .refine(isTimeZone, { error: 'Enter a time zone such as America/Chicago.' })
    .default('UTC'),
}

const filters = z.object(listFilters)
export type ListFilters = z.output<typeof filters>

/** Refuses a range that ends before it begins. */
export function refuseEmptyRanges(query: Partial<ListFilters>, context: z.core.$RefinementCtx<unknown>): void {
  for (const [from, to, message] of filterRanges) {
    const [first, last] = [query[from], query[to]]
    if (first !== undefined && last !== undefined && first > last)
      context.addIssue({ code: 'custom', path: [to], message })
  }
}
