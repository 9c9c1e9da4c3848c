import { addDays, type CalendarDate, formatDate } from '../values/calendar-date.ts'
import { type Cents, centsToDollars, formatDollars } from '../values/money.ts'

/** The name of the purpose with a payoff clock. */
export const payoffPurpose = 'Payoff'

/** The maximum number of days after the good-through date for which a payoff can be approved. */
export const mostDaysLate = 60

const day = 86_400_000

/** The payoff owed to a lender: an amount through a date, and the per diem for each later day. */
export interface PayoffClock {
  readonly amount: Cents
  readonly perDiem: Cents
  readonly goodThrough: CalendarDate
}

/** The amount owed on a day. */
export function payoffOn({ amount, perDiem, goodThrough }: PayoffClock, on: CalendarDate): Cents {
  return amount + perDiem * Math.max(0, -daysLeft(goodThrough, on))
}

/**
 * The facts that limit a check's amount, in cents; `per_diem_cents` and `approved_cents` are null without a payoff
 * clock.
 */
export interface Drawable {
  readonly amount_cents: Cents
  readonly per_diem_cents: Cents | null
  readonly approved_cents: Cents | null
}

/**
 * The maximum amount of a request's check, in cents: for an approved payoff the approved amount, for any other payoff
 * the amount owed on the last possible day. Limits, routing, totals, and requirements must use this maximum and never
 * the amount alone.
 */
export function largestDrawn({ amount_cents, per_diem_cents, approved_cents }: Drawable): Cents {
  return approved_cents ?? amount_cents + mostDaysLate * (per_diem_cents ?? 0)
}

/** The number of days until the payoff's good-through date; 0 on that date, negative afterward. */
export function daysLeft(goodThrough: CalendarDate, today: CalendarDate): number {
  return Math.round((Date.parse(goodThrough) - Date.parse(today)) / day)
}

/** The default date through which an approval counts: the good-through date, or today if that date has passed. */
export function approvedThroughAtLeast(goodThrough: CalendarDate, today: CalendarDate): CalendarDate {
  return goodThrough < today ? today : goodThrough
}

/** Why a payoff can't be approved through this day; undefined when it can. */
export function refusalToApproveThrough(
  through: CalendarDate,
  { goodThrough, today }: { readonly goodThrough: CalendarDate; readonly today: CalendarDate },
): string | undefined {
  const first = approvedThroughAtLeast(goodThrough, today)
  const last = addDays(goodThrough, mostDaysLate)
  if (first > last)
    return `This payoff was good through ${formatDate(goodThrough)}, more than ${mostDaysLate} days ago. Send the request back for a new payoff letter.`
  return through < first || through > last
    ? `Choose a day from ${formatDate(first)} to ${formatDate(last)}.`
    : undefined
}

/** Why a payoff's check can't be printed today; undefined when it can. */
export function refusalToPrintPayoff(
  clock: PayoffClock,
  { approved, today }: { readonly approved: Cents; readonly today: CalendarDate },
): string | undefined {
  const owed = payoffOn(clock, today)
  if (owed <= approved) return undefined
  return `This payoff was good through ${formatDate(clock.goodThrough)}. ${inDollars(owed)} is owed today, but only ${inDollars(approved)} was approved. Send the request back for a new approval.`
}

function inDollars(cents: Cents): string {
  return formatDollars(centsToDollars(cents))
}
