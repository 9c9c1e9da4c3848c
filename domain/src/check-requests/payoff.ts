import { addDays, type CalendarDate, formatDate } from '../values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '../values/money.ts'

/** Name of the purpose that has a payoff clock. */
export const payoffPurpose = 'Payoff'

/** Most days after its last good one through which a payoff is approved. */
export const mostDaysLate = 60

const day = 86_400_000

/** What a lender is owed: so much through a day, and so much more for each day after it. */
export interface PayoffClock {
  readonly amount: Cents
  readonly perDiem: Cents
  readonly goodThrough: CalendarDate
}

/** What is owed on a day. */
export function payoffOn({ amount, perDiem, goodThrough }: PayoffClock, on: CalendarDate): Cents {
  return amount + perDiem * Math.max(0, -daysLeft(goodThrough, on))
}

/** What of a request decides how much its check can be drawn for, in cents; null without a payoff clock. */
export interface Drawable {
  readonly amount_cents: Cents
  readonly per_diem_cents: Cents | null
  readonly approved_cents: Cents | null
}

/**
 * The largest amount for which the check of a request can be drawn, in cents: of a payoff that was approved what was
 * approved, of any other what is owed on the last day through which it can be. Whatever limits, routes, sums or demands
 * looks at this, and never at the amount alone.
 */
export function largestDrawn({ amount_cents, per_diem_cents, approved_cents }: Drawable): Cents {
  return approved_cents ?? amount_cents + mostDaysLate * (per_diem_cents ?? 0)
}

/** How many days a payoff is still good for; 0 on its last day, less when it is late. */
export function daysLeft(goodThrough: CalendarDate, today: CalendarDate): number {
  return Math.round((Date.parse(goodThrough) - Date.parse(today)) / day)
}

/** The day through which an approval counts that names none: the last good one, or today when that has passed. */
export function approvedThroughAtLeast(goodThrough: CalendarDate, today: CalendarDate): CalendarDate {
  return goodThrough < today ? today : goodThrough
}

/** Why a payoff cannot be approved through this day; undefined when it can. */
export function refusalToApproveThrough(
  through: CalendarDate,
  { goodThrough, today }: { readonly goodThrough: CalendarDate; readonly today: CalendarDate },
): string | undefined {
  const first = approvedThroughAtLeast(goodThrough, today)
  const last = addDays(goodThrough, mostDaysLate)
  if (first > last)
    return `This payoff was good through ${formatDate(goodThrough)}, more than ${mostDaysLate} days ago. Send the request back for a new payoff letter.`
  return through < first || through > last
    ? `Approve through a day from ${formatDate(first)} to ${formatDate(last)}.`
    : undefined
}

/** Why the check of a payoff cannot be printed today; undefined when it can. */
export function refusalToPrintPayoff(
  clock: PayoffClock,
  { approved, today }: { readonly approved: Cents; readonly today: CalendarDate },
): string | undefined {
  const owed = payoffOn(clock, today)
  if (owed <= approved) return undefined
  return `This payoff was good through ${formatDate(clock.goodThrough)}: ${inDollars(owed)} is owed today, and at most ${inDollars(approved)} was approved. Send the request back, so that it is approved again.`
}

function inDollars(cents: Cents): string {
  return formatDollars(centsToDollars(cents))
}
