import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { usePolicyVersions } from '#approvals/api.ts'
import { PolicyRead } from '#approvals/policy-read.tsx'
import { usePolicyChoices } from '#approvals/use-policy-choices.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'

/** The policy that new requests go through, or what holds without one. */
export function PolicyInForce({ group }: { group: DealerGroup }) {
  const versions = usePolicyVersions(group.id)
  const choices = usePolicyChoices(group.id)
  const { error, onRetry } = useLoadFailure(versions)
  const inForce = versions.data?.find(({ is_in_force }) => is_in_force)
  return (
    <Card
      title="In Force"
      description={
        inForce &&
        `Version ${inForce.number}, published by ${markHidden(inForce.published_by.name)}, ${formatMoment(inForce.published_at)}`
      }
    >
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {(!versions.data || !choices) && !error && <SkeletonRows count={3} />}
      {versions.data && !inForce && <WithoutPolicy />}
      {inForce && choices && <PolicyRead policy={inForce.policy} nameOf={choices.nameOf} />}
    </Card>
  )
}

function WithoutPolicy() {
  return (
    <div className="grid max-w-prose gap-2">
      <p className="font-medium">No policy is in force. Every request takes one approval, by any approver in scope.</p>
      <p className="text-ink-soft">
        A policy says who must approve what, and in which order. It is a list of rules, such as “over $10,000 the
        controller, then the general manager”. The first rule that fits a request decides its steps, and whatever no
        rule fits takes the steps of “Everything else”.
      </p>
      <p className="text-ink-soft">
        One admin writes a draft, and another one publishes it. Requests that are on their way keep the steps that they
        were sent in under.
      </p>
    </div>
  )
}
