import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, formatDate } from '../../values/calendar-date.ts'

/** The date in responses. */
export const reconciledThroughField = z.iso
  .date()
  .nullable()
  .describe('The last day through which all bank payments are in confirmed files and settled; null if there is none')

/** The dates of an account's bank payments; null for none. */
export interface KnownPayments {
  /** The first and last payment in confirmed files. */
  readonly paidFrom: CalendarDate | null
  readonly paidThrough: CalendarDate | null
  /** The first payment with an unresolved exception. */
  readonly openSince: CalendarDate | null
}

/**
 * The last day through which an account is reconciled: the date of the last payment in confirmed files, or the day
 * before the first unresolved exception. Null if there is no such day.
 */
export function reconciledThrough({ paidFrom, paidThrough, openSince }: KnownPayments): CalendarDate | null {
  if (paidFrom === null || openSince === null) return paidThrough
  return openSince > paidFrom ? addDays(openSince, -1) : null
}

/** The reconciliation status shown in a report; `through`: the day through which the account is reconciled. */
interface Reach extends Pick<KnownPayments, 'paidThrough' | 'openSince'> {
  readonly through: CalendarDate | null
}

/** How far a report as of a day is reconciled, shown on paper and on the screen (decision 104). */
export function reachInWords({ paidThrough, openSince, through }: Reach, asOf: CalendarDate): string {
  if (paidThrough === null) return 'Not reconciled yet: no bank file is confirmed.'
  const files = `Confirmed bank files extend through ${formatDate(paidThrough)}.`
  const day = through === null ? 'Not reconciled yet' : `Reconciled through ${formatDate(through)}`
  if (through !== null && through >= asOf) return `${day}. ${files}`
  if (openSince !== null) return `${day}: an exception of ${formatDate(openSince)} is open. ${files}`
  return `${day}: no confirmed file covers later payments through ${formatDate(asOf)}.`
}

/** After this many days without a bank file, wrong payments can go unnoticed. */
const mostDaysWithoutClearing = 30

/**
 * The number of days since the last bank file was saved to the register; null for an account that never issued a
 * number. `firstCheckOn`: the day its first number was issued; `clearedOn`: the day of the last file, null for none.
 */
export function daysWithoutClearing(
  { firstCheckOn, clearedOn }: { readonly firstCheckOn: CalendarDate | null; readonly clearedOn: CalendarDate | null },
  today: CalendarDate,
): number | null {
  const since = clearedOn ?? firstCheckOn
  if (since === null) return null
  return Math.max(0, daysBetween(since, today))
}

/** True if the account needs a warning. */
export function isClearingOverdue(days: number | null): boolean {
  return days !== null && days >= mostDaysWithoutClearing
}
