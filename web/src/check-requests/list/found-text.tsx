import type { CheckRequestList } from '#check-requests/api.ts'

/** The length of a list (R053), announced to screen readers when a search changes it. Absent while unknown. */
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
