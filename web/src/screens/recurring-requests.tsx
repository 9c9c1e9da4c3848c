import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRecurring } from '#check-requests/recurring/api.ts'
import { RecurringPanels } from '#check-requests/recurring/recurring-list.tsx'
import { RepeatDialog } from '#check-requests/recurring/repeat-dialog.tsx'
import { paths } from '#paths.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Requests that repeat on a schedule, and their drafts that wait. */
export function RecurringRequestsScreen() {
  const recurring = useRecurring()
  const { error, onRetry } = useLoadFailure(recurring)
  const { data } = recurring
  const { like } = useLocation().state
  const navigate = useNavigate()
  // Without the request in the history, the dialog doesn't open again after a reload.
  const close = () => void navigate({ to: paths.recurring, replace: true, ignoreBlocker: true })
  return (
    <>
      <PageHeader title="Recurring Requests" />
      <div className="grid max-w-4xl gap-5">
        {error && (
          <Card flush>
            <ErrorState message={error} onRetry={onRetry} />
          </Card>
        )}
        {data && <RecurringPanels data={data} />}
        {like && data && <RepeatDialog request={like} open onOpenChange={close} />}
      </div>
    </>
  )
}
