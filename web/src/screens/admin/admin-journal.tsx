import { journalEndpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { lastDayOf, refusalToClose } from '@check-requests/domain/books/journal/events.ts'
import type { JournalExportReply, JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { addDays, formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Download } from 'lucide-react'
import { lazy, useState } from 'react'
import { closeNotices, exportNotices, useJournal, useJournalExports } from '#books/journal/api.ts'
import { templateInWords } from '#books/journal/template-words.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useDownload } from '#platform/downloads.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Field } from '#ui/form/field.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { usePortion } from '#ui/table/load-more.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/table/row-controls.tsx'

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

const TemplateDialog = lazy(async () => ({
  default: (await import('#books/journal/template-dialog.tsx')).TemplateDialog,
}))

/** A dealer group's journal: exports, months, and file format, or the button that sets it up. */
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
            text="The journal isn’t set up yet. Choose its first day and the file format that your accounting program reads."
            action={
              <Button variant="primary" onClick={() => setup.openFor(journal)}>
                Set Up Journal
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
          Change File Format
        </Button>
      }
    >
      <p className="wrap-anywhere">{templateInWords(template)}</p>
    </Card>
  )
}

/** Closes the first open month. */
function CloseMonth({ journal }: { journal: JournalReply }) {
  const { id, version, begins_on: beginsOn, closed_through: closedThrough, today } = journal
  const [asking, setAsking] = useState(false)
  const close = useWriteWithNotices(journalEndpoints.close, closeNotices, { onSuccess: () => setAsking(false) })
  const firstOpen = closedThrough === null ? beginsOn : addDays(closedThrough, 1)
  if (firstOpen === null) return null
  const month = firstOpen.slice(0, 7)
  const last = formatDate(lastDayOf(month))
  // Passes 0 for `waiting` because only the server knows how many events are waiting.
  const refusal = refusalToClose({ month, beginsOn, closedThrough, todays: [today], waiting: 0 })
  return (
    <Card
      title="Months"
      description={closedThrough === null ? 'No months are closed.' : `Closed through ${formatDate(closedThrough)}.`}
      actions={
        <ReasonButton variant="secondary" refusal={refusal} onClick={() => setAsking(true)}>
          {`Close Month Through ${last}`}
        </ReasonButton>
      }
    >
      <p className="text-ink-soft">Closed months accept no new lines. Late events are posted to the first open day.</p>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open)
          close.reset()
        }}
        title={`Close all months through ${last}?`}
        text="A closed month can’t be reopened. Corrections are posted to a day in an open month."
        confirmLabel="Close Month"
        pending={close.isPending}
        error={close.error?.message}
        onConfirm={() => close.mutate({ params: { id }, body: { month, version } })}
      />
    </Card>
  )
}

/** The events for the next export, the button that creates it, and past exports. */
function JournalExports({ journal }: { journal: JournalReply }) {
  const [upTo, setUpTo] = useState(journal.today)
  const make = useWriteWithNotices(journalEndpoints.makeExport, exportNotices)
  const exports = useJournalExports(journal.id)
  const { shown, more } = usePortion<JournalExportReply>(exports.data)
  return (
    <Card title="Exports" description="Files don’t change, no matter how often they are downloaded." flush>
      <div className="grid gap-3 border-t border-line px-4 py-4 sm:px-5">
        <p>{waitingInWords(journal)}</p>
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Up To">
            <TypedDateInput value={upTo} onChange={setUpTo} max={journal.today} />
          </Field>
          <Button
            variant="primary"
            pending={make.isPending}
            onClick={() => make.mutate({ params: { id: journal.id }, body: { up_to: upTo } })}
          >
            Create Export
          </Button>
        </div>
      </div>
      <DataTable
        caption="Exports"
        columns={exportColumns}
        rows={shown}
        rowKey={({ id }) => id}
        {...useLoadFailure(exports)}
        empty={<EmptyState text="No exports have been created yet." />}
        more={more}
        skeletonRows={3}
      />
    </Card>
  )
}

function waitingInWords({ waiting }: JournalReply): string {
  if (waiting.length === 0) return 'All checks have been exported.'
  const parts = waiting.map(({ kind, events, amount }) => {
    const checks = `${kind === 'issue' ? 'issued' : 'void'} ${events === 1 ? 'check' : 'checks'}`
    return `${events} ${checks} totaling ${formatDollars(amount)}`
  })
  return `Not exported yet: ${parts.join(' and ')}.`
}

/** The exports of a journal, newest first. */
const exportColumns: readonly Column<JournalExportReply>[] = [
  { key: 'number', header: 'Export', width: 100, onCard: 'title', cell: ({ number }) => `Export ${number}` },
  {
    key: 'up_to',
    header: 'Up To',
    width: 120,
    onCard: 'mark',
    cell: ({ up_to }) => (
      <>
        <span className="sm:hidden">Up to </span>
        {formatDate(up_to)}
      </>
    ),
  },
  { key: 'lines', header: 'Lines', width: 90, onCard: 'detail', cell: ({ lines }) => linesInWords(lines) },
  {
    key: 'issued',
    header: 'Issued',
    width: 130,
    align: 'end',
    onCard: 'figure',
    cell: ({ issued }) => formatDollars(issued),
  },
  { key: 'voided', header: 'Void', width: 120, align: 'end', givesWay: 1, cell: ({ voided }) => formatDollars(voided) },
  {
    key: 'made',
    header: 'Made',
    width: 240,
    grows: true,
    tellsInFull: true,
    givesWay: 2,
    cell: ({ made_by_name, made_at }) => `${formatMoment(made_at)} by ${markHidden(made_by_name)}`,
  },
  { ...rowActionsColumn, cell: (one) => <ExportActions one={one} /> },
]

function linesInWords(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`
}

function ExportActions({ one: { id, number } }: { one: JournalExportReply }) {
  const download = useDownload(journalEndpoints.file, {
    name: `journal-${number}.csv`,
    failed: 'Couldn’t save this file',
  })
  return (
    <RowActions>
      <RowAction
        small
        icon={Download}
        label={`Download export ${number}`}
        onClick={() => download.mutate({ params: { id } })}
      />
    </RowActions>
  )
}
