import type { JournalReply } from '@check-requests/domain/journal/fields.ts'
import type { DealerGroup } from '@check-requests/domain/organisation/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { lazy } from 'react'
import { useJournal } from '#journal/api.ts'
import { CloseMonth } from '#journal/close-month.tsx'
import { JournalExports } from '#journal/exports.tsx'
import { templateInWords } from '#journal/template-words.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const TemplateDialog = lazy(async () => ({ default: (await import('#journal/template-dialog.tsx')).TemplateDialog }))

/** The journal of a dealer group: its exports, its months and how its files are written, or how to set it up. */
export function Journal({ group }: { group: DealerGroup }) {
  const query = useJournal(group.id)
  const { error, onRetry } = useLoadFailure(query)
  const setup = useDialogFor<JournalReply>(TemplateDialog)
  const journal = query.isFetchedAfterMount ? query.data : undefined
  return (
    <>
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {!(journal || error) && (
        <Card>
          <SkeletonRows count={4} />
        </Card>
      )}
      {journal?.begins_on === null && (
        <Card flush>
          <EmptyState
            text="The journal is not set up yet. Say from which day on it holds checks, and what your accounting program reads."
            action={
              <Button variant="primary" onClick={() => setup.openFor(journal)}>
                Set Up
              </Button>
            }
          />
        </Card>
      )}
      {journal && journal.begins_on !== null && (
        <>
          <JournalExports journal={journal} />
          <CloseMonth journal={journal} />
          <HowWritten journal={journal} onChange={() => setup.openFor(journal)} />
        </>
      )}
      {setup.dialog}
    </>
  )
}

function HowWritten({ journal: { begins_on, template }, onChange }: { journal: JournalReply; onChange(): void }) {
  if (!(begins_on && template)) return null
  return (
    <Card
      title="Files"
      description={`The journal begins on ${formatDate(begins_on)}.`}
      actions={
        <Button variant="secondary" onClick={onChange}>
          Change How Files Are Written
        </Button>
      }
    >
      <p className="wrap-anywhere">{templateInWords(template)}</p>
    </Card>
  )
}
