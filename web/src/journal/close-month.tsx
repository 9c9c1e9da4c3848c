import { journalEndpoints } from '@check-requests/domain/journal/endpoints.ts'
import type { JournalReply } from '@check-requests/domain/journal/fields.ts'
import { lastDayOf, refusalToClose } from '@check-requests/domain/journal/periods.ts'
import { addDays, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { useState } from 'react'
import { closeNotices } from '#journal/api.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonButton } from '#ui/reason-button.tsx'

/** Closes the first month that is open. */
export function CloseMonth({ journal }: { journal: JournalReply }) {
  const { id, version, begins_on: beginsOn, closed_through: closedThrough, today } = journal
  const [asking, setAsking] = useState(false)
  const close = useWriteWithNotices(journalEndpoints.close, closeNotices, { onSuccess: () => setAsking(false) })
  const firstOpen = closedThrough === null ? beginsOn : addDays(closedThrough, 1)
  if (firstOpen === null) return null
  const month = firstOpen.slice(0, 7)
  const last = formatDate(lastDayOf(month))
  // What waits up to that day the server knows.
  const refusal = refusalToClose({ month, beginsOn, closedThrough, todays: [today], waiting: 0 })
  return (
    <Card
      title="Months"
      description={closedThrough === null ? 'No month is closed.' : `All up to ${formatDate(closedThrough)} is closed.`}
      actions={
        <ReasonButton variant="secondary" refusal={refusal} onClick={() => setAsking(true)}>
          {`Close the Month up to ${last}`}
        </ReasonButton>
      }
    >
      <p className="text-ink-soft">
        A closed month takes no lines any more: what comes late has the first day that is open.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open)
          close.reset()
        }}
        title={`Close all up to ${last}?`}
        text="Nobody can open a closed month again. A correction has its own day, in a month that is open."
        confirmLabel="Close the Month"
        pending={close.isPending}
        error={close.error?.message}
        onConfirm={() => close.mutate({ params: { id }, body: { month, version } })}
      />
    </Card>
  )
}
