import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { ClockAlert } from 'lucide-react'
import { OnHoldBadge } from '#check-requests/status/on-hold-badge.tsx'
import { StatusBadge } from '#check-requests/status/status-badge.tsx'
import { overdueText, waitingText } from '#check-requests/status/waiting.ts'
import { useNow } from '#ui/use-now.ts'

interface StatusCellProps {
  request: ListedRequest
  /** In a queue it matters how long the request has been waiting. */
  waiting?: boolean | undefined
}

/** Status of a request in a table, with further remarks beneath it. */
export function StatusCell({ request, waiting = false }: StatusCellProps) {
  const now = useNow()
  const overdue = overdueText(request, now)
  return (
    <span className="grid justify-items-start gap-0.5 text-[0.8125rem] whitespace-nowrap text-ink-soft">
      <StatusBadge status={request.status_name} />
      <OnHoldBadge hold={request.hold} />
      {request.check_number && <span>#{request.check_number}</span>}
      {waiting && <span>{waitingText(request.status_changed_at, now)}</span>}
      {overdue && (
        <span className="inline-flex items-center gap-1 font-medium text-danger">
          <ClockAlert aria-hidden className="size-3.5" />
          {overdue}
        </span>
      )}
    </span>
  )
}
