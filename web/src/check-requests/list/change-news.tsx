import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { entryInWords } from '#check-requests/status/entry-words.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'

/** Announces what somebody else has just changed in the request on the screen. */
export function ChangeNews({ request }: { request: DetailedRequest }) {
  const { id } = usePerson()
  const [seen, setSeen] = useState(request.version)
  const latest = request.status_history.at(-1)
  const isNews = request.version > seen && latest !== undefined && latest.user_id !== id
  return (
    <div role="status" className="print:hidden">
      {isNews && (
        <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-accent-soft px-4 py-2 sm:px-5">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {latest.user_name} ({latest.role}) {entryInWords(latest)}, {formatMoment(latest.timestamp)}.
          </span>
          <Button variant="ghost" size="sm" onClick={() => setSeen(request.version)}>
            OK
          </Button>
        </p>
      )}
    </div>
  )
}
