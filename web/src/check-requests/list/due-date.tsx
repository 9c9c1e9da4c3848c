import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { overdueText } from '#check-requests/status/waiting.ts'
import { useNow } from '#ui/use-now.ts'

/** The due date of a request in a table, in red once it has passed; the status beside it says how long ago. */
export function DueDate({ request }: { request: ListedRequest }) {
  const isOverdue = overdueText(request, useNow()) !== undefined
  return <span className={isOverdue ? 'font-medium text-danger' : undefined}>{formatDate(request.due_date)}</span>
}
