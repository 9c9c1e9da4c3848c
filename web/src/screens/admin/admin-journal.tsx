import { Journal } from '#books/journal/journal.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The check journal of a dealer group, with export files for its books. */
export function AdminJournalScreen() {
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Check Journal"
        subtitle="Exports of issued and voided checks for accounting. Each check appears in one export."
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
          <Journal group={chosen} />
        </div>
      )}
    </>
  )
}
