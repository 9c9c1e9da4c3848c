import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'

/** The step that was approved, where others are still to come; undefined where the status says what was done. */
export function approvedStep({
  status_name,
  changes,
}: Pick<HistoryEntry, 'status_name' | 'changes'>): string | undefined {
  const isPending = groupings.pending.some((pending) => pending === status_name)
  if (!isPending) return undefined
  return changes.find(({ field }) => field === 'approval_step')?.to ?? undefined
}
