import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import { formatDollars, sumDollars } from '@check-requests/domain/values/money.ts'
import type { ApprovalQueue, Decided, EndedQueue } from '#check-requests/list/request-link.tsx'
import { labelOf } from '#check-requests/status/transition-labels.ts'

/** A decision on a request in the queue, with its amount in dollars. */
interface Decision {
  readonly id: number
  readonly to: StatusName
  readonly amount: number
}

/** The queue after a decision on one of its requests, and the next request. */
export function afterDecision({ ids, total, decided = [] }: ApprovalQueue, { id, to, amount }: Decision) {
  const index = ids.indexOf(id)
  const rest = {
    ids: ids.filter((one) => one !== id),
    total: total - 1,
    decided: withDecision(decided, to, amount),
  }
  return { rest, next: rest.ids[index] ?? rest.ids[0] }
}

function withDecision(decided: readonly Decided[], to: StatusName, amount: number): readonly Decided[] {
  const before = decided.find((one) => one.to === to)
  const others = decided.filter((one) => one.to !== to)
  return [...others, { to, count: (before?.count ?? 0) + 1, amount: sumDollars([before?.amount ?? 0, amount]) }]
}

export function endInWords({ decided, left }: EndedQueue): string {
  const done = decided.map(({ to, count, amount }) => {
    return `${count} ${labelOf(to).past.toLowerCase()}, ${formatDollars(amount)}`
  })
  return `${done.join('; ')}. ${left === 0 ? 'Nothing left to decide.' : `${left} left to decide.`}`
}
