import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { CirclePause } from 'lucide-react'
import { formatMoment } from '#check-requests/list/moments.ts'

/** Says at the top who keeps the request where it is, and why. */
export function HoldBanner({ hold }: Pick<DetailedRequest, 'hold'>) {
  if (!hold) return null
  return (
    <section
      aria-label="On hold"
      className="flex gap-3 rounded-lg border border-red bg-red-soft px-4 py-3 text-red sm:px-5"
    >
      <CirclePause aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-1">
        <h2 className="text-base font-semibold">On hold</h2>
        <p className="text-base wrap-anywhere whitespace-pre-line text-ink">{markHidden(hold.reason)}</p>
        <p className="text-[0.8125rem]">
          {markHidden(hold.by_name)}, {formatMoment(hold.at)}
        </p>
      </div>
    </section>
  )
}
