import type { CheckRequestList } from '#check-requests/api.ts'

/** How many a list holds (R053), heard by screen readers when a search has changed it. Absent while nobody knows. */
export function FoundText({ page }: { page: CheckRequestList['first'] }) {
  if (!page) return <span role="status">&nbsp;</span>
  const total = page.total.toLocaleString('en-US')
  return (
    <span role="status">
      {`${total}${page.total_is_lower_bound ? '+' : ''} check requests found`}
      {page.newest_only && <span className="block">Only the newest are looked at. Longer words can find more.</span>}
    </span>
  )
}
