import type { PayoffClock } from '@check-requests/domain/check-requests/payoff.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'

/** What is owed when, in cents; undefined for a request that has no good-through date. */
export function clockOf({ amount, good_through, payoff }: DetailedRequest): PayoffClock | undefined {
  if (!good_through || !payoff) return undefined
  return { amount: inCents(amount), perDiem: inCents(payoff.per_diem), goodThrough: good_through }
}

function inCents(dollars: number): number {
  return Math.round(dollars * 100)
}
