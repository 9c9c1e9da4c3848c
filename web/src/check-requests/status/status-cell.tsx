import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { clsx } from 'clsx'
import { CirclePause, ClockAlert, type LucideIcon } from 'lucide-react'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { lateText, leftText, overdueText, shortWaitingText, waitingText } from '#check-requests/status/waiting.ts'
import { useNow } from '#ui/timers.ts'

interface StatusCellProps {
  request: ListedRequest
  /** True in queues, which also show how long the request has been waiting. */
  waiting?: boolean | undefined
}

/**
 * The status badge of a request in a table, with the check number below the badge or, in single-line rows, next to it
 * (F11). Other marks follow if there is room.
 */
export function StatusCell({ request, waiting = false }: StatusCellProps) {
  const now = useNow()
  const overdue = overdueText(request, now)
  const left = leftText(request, now)
  // A payoff's remaining days matter more than its waiting time, and there is no room for both.
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
  /** The icon shown in place of the words, except on cards. If undefined, the words are always shown. */
  icon: LucideIcon | undefined
  text: string
  /** Shorter words for narrow columns. */
  short: string | undefined
}

/** A symbol with its meaning on hover and for screen readers, followed by a word or two if there is room. */
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
