import { journalEndpoints } from '@check-requests/domain/journal/endpoints.ts'
import type { JournalExportReply } from '@check-requests/domain/journal/fields.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { Download } from 'lucide-react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDownload } from '#platform/use-download.ts'
import type { Column } from '#ui/data-table.tsx'
import { RowAction, RowActions, rowActionsColumn } from '#ui/row-action.tsx'

/** The exports of a journal, newest first. */
export const exportColumns: readonly Column<JournalExportReply>[] = [
  { key: 'number', header: 'Export', width: 100, onCard: 'title', cell: ({ number }) => `Export ${number}` },
  {
    key: 'up_to',
    header: 'Up to',
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
