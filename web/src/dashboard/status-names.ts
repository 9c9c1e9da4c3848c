import { type StatusId, type StatusName, statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'

/** Badges that a card of a dashboard has as its name for something else: 'Processing' counts printed and signed checks. */
const named: Partial<Record<StatusName, string>> = { processing: 'Processing by approver' }

/** What a chart calls the requests at a status. */
export function chartedName(id: StatusId): string {
  const { name, badge } = statusOf(id)
  return named[name] ?? badge
}
