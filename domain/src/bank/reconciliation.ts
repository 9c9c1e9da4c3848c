import { addDays, type CalendarDate, daysBetween } from '../values/calendar-date.ts'
import type { Cents } from '../values/money.ts'

/** A check from the register with the dates of its events; an event that hasn't happened has a null date. */
export interface ReconciledCheck {
  readonly number: number
  readonly amountCents: Cents
  /** The date printed on the check. */
  readonly checkDate: CalendarDate
  /** The day the check was handed over or mailed. */
  readonly issuedOn: CalendarDate | null
  readonly clearedOn: CalendarDate | null
  /** The amount paid by the bank; null if equal to the check's amount. */
  readonly paidCents: Cents | null
  /** The day the check was spoiled, voided, or stopped. */
  readonly endedOn: CalendarDate | null
  readonly isStopped: boolean
}

/** A bank payment without a check in the register. */
export interface UnmatchedPayment {
  readonly date: CalendarDate
  readonly amountCents: Cents
}

export interface Sum {
  readonly count: number
  readonly cents: Cents
}

/** The possible financial positions of a check at the end of a day. */
export const positions = ['not issued', 'outstanding', 'cleared', 'voided', 'stopped'] as const
export type Position = (typeof positions)[number]

/**
 * An account at the end of a day. `issued` covers every check handed over by then, so that `issued - voided - stopped =
 * book` and `book - cleared = outstanding`, in count and cents.
 */
export interface Reconciliation<Check extends ReconciledCheck = ReconciledCheck> {
  readonly asOf: CalendarDate
  readonly issued: Sum
  readonly voided: Sum
  readonly stopped: Sum
  readonly book: Sum
  /** Checks paid by the bank, with the register's amounts. */
  readonly cleared: Sum
  readonly outstanding: Sum
  /** Checks outstanding for longer than the account allows; banks might still pay them. */
  readonly stale: Sum
  /** The amount paid by the bank for checks in the register. */
  readonly paidCents: Cents
  /**
   * The amount paid by the bank beyond the register's amounts; negative if the bank paid less, 0 if the amounts agree.
   */
  readonly differenceCents: Cents
  /** The amount paid by the bank for checks missing from the register; 0 if there are no such payments. */
  readonly unmatched: Sum
  /** The outstanding checks by check date, then number, as the report lists them. */
  readonly outstandingChecks: readonly Check[]
}

/**
 * The position of a check at the end of a day. A paid check counts as cleared even if it was voided, because voiding
 * doesn't bring the money back. A check that was spoiled, voided, or stopped before it was issued was never in the
 * books.
 */
export function positionAt(check: ReconciledCheck, asOf: CalendarDate): Position {
  const { issuedOn, clearedOn, endedOn } = check
  if (clearedOn !== null && clearedOn <= asOf) return 'cleared'
  if (issuedOn === null || issuedOn > asOf) return 'not issued'
  if (endedOn === null || endedOn > asOf) return 'outstanding'
  return check.isStopped ? 'stopped' : 'voided'
}

/** True for a check date more than `staleDays` before the report's date. */
export function isStale(checkDate: CalendarDate, asOf: CalendarDate, staleDays: number): boolean {
  return addDays(checkDate, staleDays) < asOf
}

/** The totals of all checks ever issued on an account, by position at the end of a day. */
export type Standing = Readonly<Record<Exclude<Position, 'not issued'>, Sum>>

/**
 * Adds the totals `issued` and `book`: book is issued less voided and stopped, and outstanding is book less cleared.
 */
export function balanceOf(standing: Standing): Standing & { readonly issued: Sum; readonly book: Sum } {
  const { outstanding, cleared, voided, stopped } = standing
  const book = plus(outstanding, cleared)
  return { ...standing, book, issued: plus(plus(book, voided), stopped) }
}

function plus(one: Sum, other: Sum): Sum {
  return { count: one.count + other.count, cents: one.cents + other.cents }
}

/** The number of days an issued check has been outstanding at the end of a day. */
export function daysOut(issuedOn: CalendarDate, asOf: CalendarDate): number {
  return Math.max(0, daysBetween(issuedOn, asOf))
}

/** Compares book and bank at the end of a day, based on all checks of an account in any state. */
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
