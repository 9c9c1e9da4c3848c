import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { usePolicyVersions } from '#approvals/api.ts'
import { RouteAgain } from '#check-requests/detail/route-again.tsx'
import { Card } from '#ui/card.tsx'

/** Lets admins route a request submitted before the first policy; renders nothing if no policy is in force. */
export function UnroutedApproval({ request }: { request: DetailedRequest }) {
  const { data = [] } = usePolicyVersions(request.dealer_group_id)
  if (!data.some(({ is_in_force }) => is_in_force)) return null
  return (
    <Card title="Approval">
      <p className="text-[0.8125rem] text-ink-soft">
        This request was submitted before the first approval policy, so any approver in scope can approve it.
      </p>
      <RouteAgain request={request} />
    </Card>
  )
}
