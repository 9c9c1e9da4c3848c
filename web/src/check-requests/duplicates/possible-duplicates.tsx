import { sameIn, warningTexts } from '@check-requests/domain/check-requests/duplicates.ts'
import type { PossibleDuplicates as Found } from '@check-requests/domain/check-requests/replies.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { TriangleAlert } from 'lucide-react'
import { formatDay } from '#check-requests/list/moments.ts'
import { StatusBadge } from '#check-requests/status/badges.tsx'
import { checkRequestPath } from '#paths.ts'
import { NewTabLink } from '#ui/link-button.tsx'

/** Lists the possible duplicates with links that open in a new tab. */
export function PossibleDuplicates({ found }: { found: Found }) {
  const { title, more, hidden } = warningTexts(found)
  return (
    <div className="flex gap-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-semibold text-yellow">{title}</p>
        {found.requests.length > 0 && (
          <ul className="grid gap-1.5">
            {found.requests.map((request) => (
              <li key={request.id} className="flex min-w-0 flex-wrap items-center gap-x-2">
                <NewTabLink to={checkRequestPath(request.id)}>{request.request_number}</NewTabLink>
                <span>{formatDollars(request.amount)}</span>
                <span>{formatDay(request.request_date)}</span>
                <StatusBadge status={request.status_name} />
                <span>{sameIn(request.alike)}</span>
              </li>
            ))}
          </ul>
        )}
        {more && <p>{more}</p>}
        {hidden && <p>{hidden}</p>}
      </div>
    </div>
  )
}
