import { eventInWords } from '@check-requests/domain/check-requests/events.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { approvedStep } from '#check-requests/status/approved-step.ts'

type Entry = Pick<HistoryEntry, 'action' | 'status_name' | 'changes'>

/** What somebody did, read after their name: an approval after which others are to come took nothing into processing. */
export function entryInWords(entry: Entry): string {
  return approvedStep(entry) === undefined ? eventInWords(entry.action, entry.status_name) : 'approved a step of it'
}
