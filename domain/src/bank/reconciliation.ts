import { addDays, type CalendarDate, daysBetween } from '../values/calendar-date.ts'
import type { Cents } from '../values/money.ts'

/** A check of the register, with the days on which something happened to it; null for what has not. */
export interface ReconciledCheck {
  readonly number: number
  readonly amountCents: Cents
  /** The date on the paper. */
  readonly checkDate: CalendarDate
  /** Handed over or mailed. */
  readonly issuedOn: CalendarDate | null
  readonly clearedOn: CalendarDate | null
  /** What the bank paid for it; null where that is the amount of the check. */
  readonly paidCents: Cents | null
  /** Spoiled, voided or stopped. */
  readonly endedOn: CalendarDate | null
  readonly isStopped: boolean
}

/** A payment of the bank for which the register has no check. */
export interface UnmatchedPayment {
  readonly date: CalendarDate
  readonly amountCents: Cents
}

export interface Sum {
  readonly count: number
  readonly cents: Cents
}

/** Where a check was at the end of a day, as far as money goes. */
export const positions = ['not issued', 'outstanding', 'cleared', 'voided', 'stopped'] as const
export type Position = (typeof positions)[number]

/**
 * An account at the end of a day. `issued` is everything that was ever handed over by then, so that
 * `issued - voided - stopped = book` and `book - cleared = outstanding`, in count and cents.
 */
export interface Reconciliation<Check extends ReconciledCheck = ReconciledCheck> {
  readonly asOf: CalendarDate
  readonly issued: Sum
  readonly voided: Sum
  readonly stopped: Sum
  readonly book: Sum
  /** Checks that the bank has paid, with the amounts of the register. */
  readonly cleared: Sum
  readonly outstanding: Sum
  /** Those outstanding for longer than the days of the account; banks may still pay them. */
  readonly stale: Sum
  /** What the bank paid for checks of the register. */
  readonly paidCents: Cents
  /** What the bank paid beyond the amounts of the register; negative for less. 0 where all is well. */
  readonly differenceCents: Cents
  /** What the bank paid for checks that the register does not have. 0 where all is well. */
  readonly unmatched: Sum
  /** By check date, then number, as the report lists them. */
  readonly outstandingChecks: readonly Check[]
}

/**
 * The position of a check at the end of a day. What the bank has paid is cleared, whatever became of the paper: a void
 * brings no money back. What ended before it was issued was never in the books.
 */
export function positionAt(check: ReconciledCheck, asOf: CalendarDate): Position {
  const { issuedOn, clearedOn, endedOn } = check
  if (clearedOn !== null && clearedOn <= asOf) return 'cleared'
  if (issuedOn === null || issuedOn > asOf) return 'not issued'
  if (endedOn === null || endedOn > asOf) return 'outstanding'
  return check.isStopped ? 'stopped' : 'voided'
}

/** True for a date more than `staleDays` before another. */
export function isStale(checkDate: CalendarDate, asOf: CalendarDate, staleDays: number): boolean {
  return addDays(checkDate, staleDays) < asOf
}

/** What the checks of an account that were ever issued come to, by where they were at the end of a day. */
export type Standing = Readonly<Record<Exclude<Position, 'not issued'>, Sum>>

/** Issued less voided is the book; the book less what is cleared is outstanding. */
export function balanceOf(standing: Standing): Standing & { readonly issued: Sum; readonly book: Sum } {
  const { outstanding, cleared, voided, stopped } = standing
  const book = plus(outstanding, cleared)
  return { ...standing, book, issued: plus(plus(book, voided), stopped) }
}

function plus(one: Sum, other: Sum): Sum {
  return { count: one.count + other.count, cents: one.cents + other.cents }
}

/** How many days an issued check was out of the house at the end of a day. */
export function daysOut(issuedOn: CalendarDate, asOf: CalendarDate): number {
  return Math.max(0, daysBetween(issuedOn, asOf))
}

/** Book against bank at the end of a day, from all checks of an account whatever their state is now. */
export function reconcile<Check extends ReconciledCheck>(
  checks: readonly Check[],
  { asOf, staleDays, unmatched }: { asOf: CalendarDate; staleDays: number; unmatched: readonly UnmatchedPayment[] },
): Reconciliation<Check> {
  const at: Record<Position, Check[]> = { 'not issued': [], outstanding: [], cleared: [], voided: [], stopped: [] }
  for (const check of checks) at[positionAt(check, asOf)].push(check)
  const balance = balanceOf({
    outstanding: sumOf(at.outstanding),
    cleared: sumOf(at.cleared),
    voided: sumOf(at.voided),
    stopped: sumOf(at.stopped),
  })
  const paidCents = at.cleared.reduce((cents, check) => cents + (check.paidCents ?? check.amountCents), 0)
  return {
    asOf,
    ...balance,
    stale: sumOf(at.outstanding.filter(({ checkDate }) => isStale(checkDate, asOf, staleDays))),
    paidCents,
    differenceCents: paidCents - balance.cleared.cents,
    unmatched: sumOf(unmatched.filter(({ date }) => date <= asOf)),
    outstandingChecks: at.outstanding.toSorted(
      (one, other) => one.checkDate.localeCompare(other.checkDate) || one.number - other.number,
    ),
  }
}

function sumOf(rows: readonly { readonly amountCents: Cents }[]): Sum {
  return { count: rows.length, cents: rows.reduce((cents, { amountCents }) => cents + amountCents, 0) }
}
