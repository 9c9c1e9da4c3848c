import { formatDollars } from '@check-requests/domain/values/money.ts'
import type { CheckRequestList } from '#check-requests/api.ts'
import { counted } from '#platform/counted.ts'

/** The length of a list (R053) and its sum, announced to screen readers when a search changes it. Absent while unknown. */
export function FoundText({ page }: { page: CheckRequestList['first'] }) {
  if (!page) return <span role="status">&nbsp;</span>
  return (
    <span role="status">
      <span>
        {page.total_is_lower_bound && 'More than '}
        {counted(page.total, 'check request')} found
      </span>
      {!!page.sum && (
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
