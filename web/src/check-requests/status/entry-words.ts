import { eventInWords } from '@check-requests/domain/check-requests/events.ts'
import { groupings } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'

type Entry = Pick<HistoryEntry, 'action' | 'status_name' | 'changes'>

/** What somebody did, read after their name: an approval after which others are to come took nothing into processing. */
export function entryInWords({ action, status_name, changes }: Entry): string {
  const isPending = groupings.pending.some((pending) => pending === status_name)
  const isStep = isPending && changes.some(({ field }) => field === 'approval_step')
  return isStep ? 'approved a step of it' : eventInWords(action, status_name)
}
