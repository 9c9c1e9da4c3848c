import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { type LucideIcon, OctagonX, Undo2 } from 'lucide-react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { lastRefusal } from '#check-requests/status/status-steps.ts'

interface Look {
  title: string
  className: string
  Icon: LucideIcon
}

const withdrawn: Look = { title: 'Withdrawn', className: 'border-line bg-sunken text-ink', Icon: Undo2 }

const looks: Partial<Record<StatusName, Look>> = {
  rejected: { title: 'Check Rejected', className: 'border-red bg-red-soft text-red', Icon: OctagonX },
  sendback: { title: 'Sent Back', className: 'border-pink bg-pink-soft text-pink', Icon: Undo2 },
}

/** A banner that says why a request was rejected, sent back, or withdrawn, and who did it (R073). */
export function RefusalBanner({ request }: { request: DetailedRequest }) {
  const entry = lastRefusal(request)
  const look = entry?.action === 'withdrawn' ? withdrawn : looks[request.status_name]
  if (!look) return null
  const { title, className, Icon } = look
  return (
    <section aria-label={title} className={`flex gap-3 rounded-lg border px-4 py-3 sm:px-5 ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        {entry?.note && <p className="text-base wrap-anywhere whitespace-pre-line text-ink">{entry.note}</p>}
        {entry && (
          <p className="text-[0.8125rem]">
            {entry.user_name} ({entry.role}), {formatMoment(entry.timestamp)}
          </p>
        )}
      </div>
    </section>
  )
}
