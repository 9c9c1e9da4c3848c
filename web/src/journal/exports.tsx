import { journalEndpoints } from '@check-requests/domain/journal/endpoints.ts'
import type { JournalExportReply, JournalReply } from '@check-requests/domain/journal/fields.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { exportNotices, useJournalExports } from '#journal/api.ts'
import { exportColumns } from '#journal/export-columns.tsx'
import { TypedDateInput } from '#platform/typed-date-input.tsx'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { usePortion } from '#ui/use-portion.ts'

/** What waits for the next export, a button that makes it, and the exports there are. */
export function JournalExports({ journal }: { journal: JournalReply }) {
  const [upTo, setUpTo] = useState(journal.today)
  const make = useWriteWithNotices(journalEndpoints.makeExport, exportNotices)
  const exports = useJournalExports(journal.id)
  const { shown, more } = usePortion<JournalExportReply>(exports.data)
  return (
    <Card title="Exports" description="Each file stays as it was made, however often it is downloaded." flush>
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
            Make Export
          </Button>
        </div>
      </div>
      <DataTable
        caption="Exports"
        columns={exportColumns}
        rows={shown}
        rowKey={({ id }) => id}
        {...useLoadFailure(exports)}
        empty={<EmptyState text="No export has been made yet." />}
        more={more}
        skeletonRows={3}
      />
    </Card>
  )
}

function waitingInWords({ waiting }: JournalReply): string {
  if (waiting.length === 0) return 'Everything is in an export.'
  const parts = waiting.map(({ kind, events, amount }) => {
    return `${events === 1 ? '1 check' : `${events} checks`} with ${formatDollars(amount)} ${kind === 'issue' ? 'issued' : 'void'}`
  })
  return `In no export yet: ${parts.join(' and ')}.`
}
