import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { AuditorCard } from '#people/auditors/auditor-card.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The auditors of a dealer group, who can read everything and change nothing. */
export function AdminAuditorsScreen() {
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Auditors"
        subtitle="People who can read everything in a dealer group and change nothing."
        actions={<GroupSelect {...chosenGroup} />}
      />
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {chosen && <AuditorCard key={chosen.id} groupId={chosen.id} />}
    </>
  )
}
