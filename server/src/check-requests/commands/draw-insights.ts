import {
  type Insights,
  median,
  mondayOf,
  timedRequests,
  weeksUntil,
} from '@check-requests/domain/check-requests/insights.ts'
import { isOpen, type StatusId, statuses } from '@check-requests/domain/check-requests/lifecycle.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import {
  findFirstSince,
  listMoves,
  lookedAtInSpan,
  type Move,
  type Sum,
  sumCompleted,
  sumOpen,
  sumRequested,
} from '../queries/insights/insights.ts'
import { findNewestId } from '../queries/list/list-ids.ts'
import { boundOf } from '../queries/list/scope-branches.ts'

const hour = 3_600_000
const openStatuses = statuses.filter(({ name }) => isOpen(name)).map(({ id }) => id)

/** What the charts show of the requests that the caller sees: the last weeks, where the money waits, and for how long. */
export async function drawInsights(db: Db, caller: Caller, now: number): Promise<Insights> {
  const bound = boundOf(caller)
  const weeks = weeksUntil(now)
  if (bound.values.length === 0) return { ...draw(weeks, [], []), open: [], steps: [] }
  const since = `${weeks[0]}T00:00:00.000Z`
  const requested = await sumRequested(db, bound, await findFirstSince(db, since, await findNewestId(db)))
  const completed = await sumCompleted(db, bound, since)
  const waiting = await sumOpen(db, bound)
  return {
    ...draw(weeks, requested, completed),
    open: openStatuses.map((id) => ({ status_id: id, ...total(waiting.filter((sum) => sum.status_id === id)) })),
    steps: timesAtSteps(await listMoves(db, bound, timedRequests)),
  }
}

type DaySum = Sum & { readonly day: string }

function draw(weeks: readonly string[], requested: readonly DaySum[], completed: readonly DaySum[]) {
  const within = (sums: readonly DaySum[], week: string) => total(sums.filter(({ day }) => mondayOf(day) === week))
  const isFull = (sums: readonly DaySum[]) => total(sums).count >= lookedAtInSpan
  return {
    weeks: weeks.map((from) => ({ from, requested: within(requested, from), completed: within(completed, from) })),
    newest_only: isFull(requested) || isFull(completed),
  }
}

function total(sums: readonly Sum[]): { count: number; amount: number } {
  const count = sums.reduce((sum, { amount }) => sum + Number(amount), 0)
  const cents = sums.reduce((sum, row) => sum + Number(row.cents), 0)
  return { count, amount: centsToDollars(cents) }
}

function timesAtSteps(moves: readonly Move[]): Insights['steps'] {
  const times = new Map<StatusId, number[]>()
  for (const [index, { check_request_id, status_id, created_at }] of moves.entries()) {
    const next = moves[index + 1]
    if (next?.check_request_id !== check_request_id) continue
    const time = (Date.parse(next.created_at) - Date.parse(created_at)) / hour
    times.set(status_id, [...(times.get(status_id) ?? []), time])
  }
  return openStatuses.flatMap((status_id) => {
    const middle = median(times.get(status_id) ?? [])
    return middle === undefined ? [] : [{ status_id, median_hours: Math.round(middle * 10) / 10 }]
  })
}
