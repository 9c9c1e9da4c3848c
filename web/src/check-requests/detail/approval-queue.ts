import type { ApprovalQueue } from '#check-requests/list/navigation-state.ts'

/** The queue after a decision on one of its requests, and which one comes next. */
export function afterDecision({ ids, total }: ApprovalQueue, decidedId: number) {
  const index = ids.indexOf(decidedId)
  const rest = { ids: ids.filter((id) => id !== decidedId), total: total - 1 }
  return { rest, next: rest.ids[index] ?? rest.ids[0] }
}
