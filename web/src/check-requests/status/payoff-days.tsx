import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { ReactNode } from 'react'
import { lateText, leftText } from '#check-requests/status/waiting.ts'
import { useNow } from '#ui/timers.ts'

interface PayoffDaysProps {
  request: Pick<ListedRequest, 'status_name'> & { good_through?: string | null | undefined }
}

/**
 * The days left until a payoff's good-through date, or the days since. Nothing for other requests, or once the payoff
 * is done.
 */
export function PayoffDays({ request: { status_name, good_through } }: PayoffDaysProps) {
  const now = useNow()
  if (!good_through) return null
  const payoff = { status_name, good_through, due_date: good_through }
  const late = lateText(payoff, now)
  return (
    <span className={`shrink-0 text-xs ${late ? 'font-medium text-danger' : 'text-ink-soft'}`}>
      {late ?? leftText(payoff, now)}
    </span>
  )
}

/** A list text followed by the days left of a payoff, which stay visible when the text is truncated. */
export function WithPayoffDays({ request, children }: PayoffDaysProps & { children: ReactNode }) {
  if (!request.good_through) return children
  return (
    <span className="flex items-baseline gap-1.5">
      <span className="truncate">{children}</span>
      <PayoffDays request={request} />
    </span>
  )
}
