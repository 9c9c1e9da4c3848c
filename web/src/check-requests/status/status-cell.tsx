import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { clsx } from 'clsx'
import { CirclePause, ClockAlert, type LucideIcon } from 'lucide-react'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { lateText, leftText, overdueText, shortWaitingText, waitingText } from '#check-requests/status/waiting.ts'
import { useNow } from '#ui/timers.ts'

interface StatusCellProps {
  request: ListedRequest
  /** In a queue it matters how long the request has been waiting. */
  waiting?: boolean | undefined
}

/**
 * Status of a request in a table with its check number: beneath the badge, or beside it where rows are one line (F11).
 * Further remarks follow where there is room for them.
 */
export function StatusCell({ request, waiting = false }: StatusCellProps) {
  const now = useNow()
  const overdue = overdueText(request, now)
  const left = leftText(request, now)
  // Its days matter more than how long it has waited, and there is not room for both.
  const isPayoff = request.good_through !== null
  return (
    <span className="status-cell">
      <span className="status-first">
        <StatusBadge status={request.status_name} />
        {request.check_number && (
          <span className="check-number" title={`#${request.check_number}`}>
            #{request.check_number}
          </span>
        )}
      </span>
      {request.hold && <Mark icon={CirclePause} text="On hold" short="On hold" />}
      {overdue && <Mark icon={isPayoff ? undefined : ClockAlert} text={overdue} short={lateText(request, now)} />}
      {left && <span className="text-xs">{left}</span>}
      {waiting && (
        <span className="waiting" title={waitingText(request.status_changed_at, now)}>
          {!isPayoff && <span aria-hidden>{shortWaitingText(request.status_changed_at, now)}</span>}
          <span className="sr-only">{waitingText(request.status_changed_at, now)}</span>
        </span>
      )}
    </span>
  )
}

interface MarkProps {
  /** In place of the words, unless the row is a card; without one the words are always there. */
  icon: LucideIcon | undefined
  text: string
  /** The words for little room. */
  short: string | undefined
}

/** A sign that says what it means on hover and to screen readers, and in a word or two where there is room for them. */
function Mark({ icon: Icon, text, short }: MarkProps) {
  return (
    <span title={text} className="inline-flex items-center gap-1 font-medium text-danger">
      {Icon && <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />}
      <span aria-hidden className={clsx('text-xs print:hidden', Icon && 'sm:hidden')}>
        {short}
      </span>
      <span className="sr-only print:not-sr-only">{text}</span>
    </span>
  )
}
