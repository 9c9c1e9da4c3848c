import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, formatDate } from '../../values/calendar-date.ts'

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

/** What a report says of the payments of the bank; `through`: the day up to which the account is reconciled. */
interface Reach extends Pick<KnownPayments, 'paidThrough' | 'openSince'> {
  readonly through: CalendarDate | null
}

/** How far a report as of a day can be relied on, on its paper and on the screen (decision 104). */
export function reachInWords({ paidThrough, openSince, through }: Reach, asOf: CalendarDate): string {
  if (paidThrough === null) return 'Reconciled through: no day, since no file of the bank is confirmed.'
  const files = `Confirmed files of the bank reach to ${formatDate(paidThrough)}.`
  const day = `Reconciled through ${through === null ? 'no day' : formatDate(through)}`
  if (through !== null && through >= asOf) return `${day}. ${files}`
  if (openSince !== null) return `${day}: an exception of ${formatDate(openSince)} is open. ${files}`
  return `${day}: what the bank paid later, up to ${formatDate(asOf)}, is in no confirmed file.`
}

/** After so many days without a file of the bank nobody knows what it paid, and what it should not have paid. */
const mostDaysWithoutClearing = 30

/**
 * For how many days no file of the bank was written to the register; null for an account from which no number was ever
 * taken. `firstCheckOn`: the day on which the first number was taken; `clearedOn`: that of the last file, null for none.
 */
export function daysWithoutClearing(
  { firstCheckOn, clearedOn }: { readonly firstCheckOn: CalendarDate | null; readonly clearedOn: CalendarDate | null },
  today: CalendarDate,
): number | null {
  const since = clearedOn ?? firstCheckOn
  if (since === null) return null
  return Math.max(0, daysBetween(since, today))
}

/** True when the account is to be warned of. */
export function isClearingOverdue(days: number | null): boolean {
  return days !== null && days >= mostDaysWithoutClearing
}
