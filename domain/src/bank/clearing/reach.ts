import { type CalendarDate, formatDate } from '../../values/calendar-date.ts'
import type { KnownPayments } from './reconciled-through.ts'

/** What a report says of the payments of the bank; `through`: the day up to which the account is reconciled. */
interface Reach extends Pick<KnownPayments, 'paidThrough' | 'openSince'> {
  readonly through: CalendarDate | null
}

/** How far a report as of a day can be relied on, on its paper and on the screen (decision 112). */
export function reachInWords({ paidThrough, openSince, through }: Reach, asOf: CalendarDate): string {
  if (paidThrough === null) return 'Reconciled through: no day, since no file of the bank is confirmed.'
  const files = `Confirmed files of the bank reach to ${formatDate(paidThrough)}.`
  const day = `Reconciled through ${through === null ? 'no day' : formatDate(through)}`
  if (through !== null && through >= asOf) return `${day}. ${files}`
  if (openSince !== null) return `${day}: an exception of ${formatDate(openSince)} is open. ${files}`
  return `${day}: what the bank paid later, up to ${formatDate(asOf)}, is in no confirmed file.`
}
