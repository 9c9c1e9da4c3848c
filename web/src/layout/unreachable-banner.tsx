import { CloudOff } from 'lucide-react'
import { useUnreachableSince } from '#platform/use-unreachable.ts'

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** Says on every screen that the server does not respond, and how old the data is that is still shown. */
export function UnreachableBanner() {
  const since = useUnreachableSince()
  return (
    <div role="status" className="sticky top-(--header-height) z-15 print:hidden">
      {since !== undefined && (
        <p className="mb-4 flex items-center gap-2.5 rounded-lg border border-yellow bg-yellow-soft px-4 py-2 text-yellow">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          Server not reachable, retrying…{since > 0 && ` Data from ${timeFormat.format(since)}.`}
        </p>
      )}
    </div>
  )
}
