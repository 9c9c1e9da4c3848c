import { isOpen } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { localToday } from '@check-requests/domain/values/calendar-date.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The waiting time: `waiting 3 days`. */
export function waitingText(since: string, now: Date): string {
  const time = now.getTime() - Date.parse(since)
  if (time < minute) return 'just now'
  if (time < hour) return `waiting ${counted(time / minute, 'minute')}`
  return time < day ? `waiting ${counted(time / hour, 'hour')}` : `waiting ${counted(time / day, 'day')}`
}

/** The waiting time for a narrow column: `3d`. */
export function shortWaitingText(since: string, now: Date): string {
  const time = Math.max(0, now.getTime() - Date.parse(since))
  if (time < hour) return `${Math.floor(time / minute)}m`
  return time < day ? `${Math.floor(time / hour)}h` : `${Math.floor(time / day)}d`
}

/** How long a request is overdue; undefined if it isn't overdue, or if its due date no longer matters (B2). */
export function overdueText(request: Dated, now: Date): string | undefined {
  const days = daysLate(request, now)
  return days > 0 ? `Overdue ${counted(days, 'day')}` : undefined
}

/** How long a request is overdue, in short form for a card: `3d late`. */
export function lateText(request: Dated, now: Date): string | undefined {
  const days = daysLate(request, now)
  return days > 0 ? `${days}d late` : undefined
}

/**
 * How long until a payoff's good-through date: `3d left`. Undefined without such a date, when it has passed, or when
 * the payoff is done.
 */
export function leftText(request: Dated & Pick<ListedRequest, 'good_through'>, now: Date): string | undefined {
  const days = daysLate(request, now)
  return request.good_through && days <= 0 ? `${-days}d left` : undefined
}

type Dated = Pick<ListedRequest, 'status_name' | 'due_date'>

/**
 * Days since the due date, negative before that date; NaN once the due date no longer matters. A payoff is due on its
 * good-through date.
 */
function daysLate({ status_name, due_date }: Dated, now: Date): number {
  const today = localToday(now)
  return isOpen(status_name) ? Math.round((Date.parse(today) - Date.parse(due_date)) / day) : Number.NaN
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
