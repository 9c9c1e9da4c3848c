import { ApprovalTitles } from '#approvals/approval-titles.tsx'
import { Delegations } from '#approvals/delegations/delegations.tsx'
import { PolicyDraft } from '#approvals/policy-draft.tsx'
import { PolicyInForce, PolicyVersions } from '#approvals/policy-versions.tsx'
import { TryHistory } from '#approvals/try-history.tsx'
import { TryPolicy } from '#approvals/try-policy.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The approval policy of a dealer group: who must approve what, and in which order. */
export function AdminApprovalsScreen() {
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Approval Policy"
        subtitle="Sets who must approve each request, and in what order."
        actions={<GroupSelect {...chosenGroup} />}
      />
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {list.data && !chosen && (
        <Card flush>
          <EmptyState text="No dealer groups have been added yet." />
        </Card>
      )}
      {chosen && (
        <div key={chosen.id} className="grid gap-5">
          <PolicyInForce group={chosen} />
          <PolicyDraft group={chosen} />
          <TryPolicy group={chosen} />
          <TryHistory group={chosen} />
          <ApprovalTitles group={chosen} />
          <Delegations forOthers />
          <PolicyVersions group={chosen} />
        </div>
      )}
    </>
  )
}
