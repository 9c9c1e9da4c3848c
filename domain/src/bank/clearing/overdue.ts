import { type CalendarDate, daysBetween } from '../../values/calendar-date.ts'

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
