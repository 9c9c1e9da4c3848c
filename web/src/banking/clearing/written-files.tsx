import type { ClearingReply } from '@check-requests/domain/banking/files/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatMoment } from '#check-requests/list/moments.ts'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type File = ClearingReply['files'][number]

/** The newest files that were confirmed. */
export function WrittenFiles({ files }: { files: readonly File[] }) {
  return (
    <Card
      title="Confirmed Files"
      description="The newest ten, with how many of their lines have cleared a check."
      flush
    >
      <DataTable
        caption="Confirmed files of the bank"
        columns={columns}
        rows={files}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No file of the bank was confirmed yet." />}
      />
    </Card>
  )
}

const columns: readonly Column<File>[] = [
  {
    key: 'name',
    header: 'File',
    onCard: 'title',
    cell: ({ name }) => <span className="wrap-anywhere">{markHidden(name)}</span>,
  },
  { key: 'format', header: 'Form', cell: ({ format }) => format },
  { key: 'cleared', header: 'Cleared', align: 'end', cell: ({ cleared }) => cleared.toLocaleString('en-US') },
  {
    key: 'exceptions',
    header: 'Not Cleared',
    align: 'end',
    cell: ({ exceptions }) => exceptions.toLocaleString('en-US'),
  },
  { key: 'at', header: 'Confirmed', cell: ({ written_at }) => formatMoment(written_at) },
  {
    key: 'by',
    header: 'By',
    cell: ({ written_by }) => <span className="wrap-anywhere">{markHidden(written_by.name)}</span>,
  },
]
