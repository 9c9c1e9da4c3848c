import { ApprovalTitles } from '#approvals/approval-titles.tsx'
import { useChosenGroup } from '#approvals/chosen-group.ts'
import { PolicyDraft } from '#approvals/policy-draft.tsx'
import { PolicyInForce } from '#approvals/policy-in-force.tsx'
import { PolicyVersions } from '#approvals/policy-versions.tsx'
import { TryHistory } from '#approvals/try-history.tsx'
import { TryPolicy } from '#approvals/try-policy.tsx'
import { Delegations } from '#delegations/delegations.tsx'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Who must approve what, in which order, in one dealer group. */
export function AdminApprovalsScreen() {
  const { list, chosen, groups, choose } = useChosenGroup()
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Approval Policy"
        subtitle="Who must approve what, and in which order."
        actions={
          chosen &&
          groups.length > 0 && (
            <NativeSelect
              aria-label="Dealer Group"
              options={groups.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen.id}
              onChange={choose}
            />
          )
        }
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
