import { z } from 'zod'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'

/** The day in answers. */
export const reconciledThroughField = z.iso
  .date()
  .nullable()
  .describe('The last day of which every payment of the bank is in a confirmed file and settled; null for none')

/** What an account knows of the payments of its bank, by the days on which the bank made them; null for none. */
export interface KnownPayments {
  /** The first and the last one in files that were confirmed. */
  readonly paidFrom: CalendarDate | null
  readonly paidThrough: CalendarDate | null
  /** The first one with an exception that nobody has resolved. */
  readonly openSince: CalendarDate | null
}

/**
 * The last day up to which an account is reconciled: that of the last payment in confirmed files, or the one before the
 * first payment that somebody still has to look into. Null where there is no such day.
 */
export function reconciledThrough({ paidFrom, paidThrough, openSince }: KnownPayments): CalendarDate | null {
  if (paidFrom === null || openSince === null) return paidThrough
  return openSince > paidFrom ? addDays(openSince, -1) : null
}
