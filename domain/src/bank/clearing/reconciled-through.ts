import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, formatDate } from '../../values/calendar-date.ts'

/** The reconciled-through date in API responses. */
export const reconciledThroughField = z.iso
  .date()
  .nullable()
  .describe('The last day through which all bank payments are in confirmed files and settled; null if there is none')

/** Dates of an account's bank payments; null if there are no such payments. */
export interface KnownPayments {
  /** The dates of the first and last payments in confirmed files. */
  readonly paidFrom: CalendarDate | null
  readonly paidThrough: CalendarDate | null
  /** The date of the first payment with an unresolved exception. */
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

/** How far a report as of a given day is reconciled, shown in printed reports and on screen (decision 104). */
export function reachInWords({ paidThrough, openSince, through }: Reach, asOf: CalendarDate): string {
  if (paidThrough === null) return 'Not reconciled yet: no bank file is confirmed.'
  const files = `Confirmed bank files extend through ${formatDate(paidThrough)}.`
  const day = through === null ? 'Not reconciled yet' : `Reconciled through ${formatDate(through)}`
  if (through !== null && through >= asOf) return `${day}. ${files}`
  if (openSince !== null) return `${day}: an exception of ${formatDate(openSince)} is open. ${files}`
  return `${day}: no confirmed file covers later payments through ${formatDate(asOf)}.`
}

/** If no bank file is read for longer than this many days, wrong payments can go unnoticed. */
const mostDaysWithoutClearing = 30

/**
 * The number of days since the last bank file was saved to the register; null for an account that never issued a
 * number. `firstCheckOn`: the day on which the account's first number was issued; `clearedOn`: the day of the last
 * file, null if there is none.
 */
export function daysWithoutClearing(
  { firstCheckOn, clearedOn }: { readonly firstCheckOn: CalendarDate | null; readonly clearedOn: CalendarDate | null },
  today: CalendarDate,
): number | null {
  const since = clearedOn ?? firstCheckOn
  if (since === null) return null
  return Math.max(0, daysBetween(since, today))
}

/** True if it has been too long since the last bank file, so the account needs a warning. */
export function isClearingOverdue(days: number | null): boolean {
  return days !== null && days >= mostDaysWithoutClearing
}
