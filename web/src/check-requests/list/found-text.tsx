import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { CheckRequestList } from '#check-requests/api.ts'

/** The length of a list (R053) and its sum, announced to screen readers when a search changes it. Absent while unknown. */
export function FoundText({ page }: { page: CheckRequestList['first'] }) {
  if (!page) return <span role="status">&nbsp;</span>
  const total = page.total.toLocaleString('en-US')
  return (
    <span role="status">
      <span>{`${page.total_is_lower_bound ? 'More than ' : ''}${total} check requests found`}</span>
      {page.sum !== null && page.total > 0 && (
        <>
          <span aria-hidden> · </span>
          <span className="tabular-nums">{formatDollars(page.sum)}</span>
        </>
      )}
      {page.newest_only && (
        <span className="block">Only the newest are looked at. Longer words or more filters can find more.</span>
      )}
    </span>
  )
}
