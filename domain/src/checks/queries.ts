import { z } from 'zod'
import { notACursor } from '../api/endpoint.ts'
import { listFilters, refuseEmptyRanges, wordsField } from '../check-requests/list/filters.ts'
import { addDays, isCalendarDate } from '../values/calendar-date.ts'
import { checkStates } from './lifecycle.ts'

const questionShape = {
  bank_account_id: z.coerce.number().int().positive().optional(),
  print_run_id: z.coerce.number().int().positive().optional(),
  check_request_id: z.coerce.number().int().positive().optional(),
  state: z.enum(checkStates).optional(),
  entered: z.literal('true').optional().describe('Only checks that no print run made'),
  search: wordsField.default('').describe('A number, or words of payee, request number or memo'),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  amount_from: listFilters.amount_from,
  amount_to: listFilters.amount_to,
  as_of: z.iso
    .date()
    .optional()
    .describe('The register as it was at the end of this day, by the clocks of the dealer group'),
}

/** Query of the register: checks of accounts that the caller works with, by number, the highest first. */
export const registerQuery = z
  .strictObject({
    ...questionShape,
    cursor: z.string().max(2000, { error: notACursor }).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  })
  .superRefine(refuseEmptyRanges)
export type RegisterQuery = z.output<typeof registerQuery>

/** Query of an export: all pages of the register. Days outstanding are counted up to today in `time_zone`. */
export const registerExportQuery = z
  .strictObject({ ...questionShape, time_zone: listFilters.time_zone })
  .superRefine(refuseEmptyRanges)
export type RegisterExportQuery = z.output<typeof registerExportQuery>

/** Query about accounts as a whole: one, or all that the caller works with. */
export const accountsQuery = z.strictObject({ bank_account_id: questionShape.bank_account_id })

/** Query of the letters about them, which one account sends. */
export const staleLettersQuery = z.strictObject({ bank_account_id: z.coerce.number().int().positive() })

/** The longest period over which checks are looked through for red flags. */
const mostDaysOfFlags = 92

/** Query of the checks of a period that are conspicuous, both days included: of an account, or of all. */
export const redFlagsQuery = z
  .strictObject({ bank_account_id: questionShape.bank_account_id, from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { error: 'The period ends before it begins.', path: ['to'] })
  // Also asked where `from` is no date.
  .refine(({ from, to }) => !isCalendarDate(from) || to <= addDays(from, mostDaysOfFlags), {
    error: `Choose ${mostDaysOfFlags} days at most.`,
    path: ['to'],
  })
export type RedFlagsQuery = z.output<typeof redFlagsQuery>

/** Query of the list of print runs of an account, the newest first. */
export const runListQuery = z.strictObject({ bank_account_id: z.coerce.number().int().positive() })
