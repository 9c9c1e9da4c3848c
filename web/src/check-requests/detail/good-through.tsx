import { groupings, isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import { daysLeft, type PayoffClock, payoffOn } from '@check-requests/domain/check-requests/payoff.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { ClockAlert } from 'lucide-react'
import { leftText } from '#check-requests/status/waiting.ts'
import { useNow } from '#ui/use-now.ts'

interface GoodThroughProps {
  request: DetailedRequest
  clock: PayoffClock
}

/** The last day of a payoff and the days that are left; once it is late, what is owed today until it is printed. */
export function GoodThrough({ request, clock }: GoodThroughProps) {
  const now = useNow()
  const today = localToday(now)
  const late = -daysLeft(clock.goodThrough, today)
  const left = leftText(request, now)
  return (
    <>
      {formatDate(clock.goodThrough)}
      {left && <span className="ms-2 whitespace-nowrap text-ink-soft">{left}</span>}
      {late > 0 && isUnprinted(request) && (
        <span className="block font-medium text-danger">
          <ClockAlert aria-hidden className="me-1 inline size-3.5" />
          {formatDollars(centsToDollars(payoffOn(clock, today)))} is owed today
        </span>
      )}
    </>
  )
}

function isUnprinted({ status_name }: DetailedRequest): boolean {
  return isApproved(status_name) || groupings.pending.some((pending) => pending === status_name)
}
