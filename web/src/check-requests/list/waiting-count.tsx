import { type Grouping, groupings, statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { useSummary } from '#check-requests/api.ts'
import { counted } from '#platform/counted.ts'

/** The number of requests in a list, shown next to its name. */
export function WaitingCount({ of }: { of: Grouping }) {
  const { data } = useSummary()
  const count = data && groupings[of].reduce((sum, name) => sum + (data.counts[statusNamed(name).id] ?? 0), 0)
  if (!count) return null
  return (
    <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-[0.8125rem] text-ink-soft">
      <span aria-hidden>{count.toLocaleString('en-US')}</span>
      <span className="sr-only">{counted(count, 'check request')}</span>
    </span>
  )
}
