import type { Topic } from '@check-requests/domain/api/endpoint.ts'
import { readingEndpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import type { KeptCounts } from '@check-requests/domain/documents/readings/kept-values.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { read } from '#platform/query-client.ts'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'

// The event stream announces each reading with this topic.
const topic: Topic = 'documents'

/** How often requesters changed what documents and earlier requests suggested, by payee. Nothing if nothing was read. */
export function KeptCountsCard() {
  const queryFn = read(useApi(), readingEndpoints.keptCounts, {})
  const counts = useQuery({ queryKey: [topic, 'kept'], queryFn })
  const failure = useLoadFailure(counts)
  if (!failure.error && !counts.data?.length) return null
  return (
    <Card title="Values From Documents" flush>
      <p className="px-4 pb-3 text-ink-soft sm:px-5">
        How often requesters kept, changed, or cleared what documents and earlier requests suggested.
      </p>
      <DataTable
        caption="Values From Documents"
        columns={columns}
        rows={counts.data}
        rowKey={({ payee }) => payee}
        {...failure}
        empty={null}
      />
    </Card>
  )
}

// Without widths, phones show each number with its header.
const columns: Column<KeptCounts>[] = [
  { key: 'payee', header: 'Payee', onCard: 'title', cell: ({ payee }) => markHidden(payee) },
  { key: 'kept', header: 'Kept', cell: ({ kept }) => kept },
  { key: 'changed', header: 'Changed', cell: ({ changed }) => changed },
  { key: 'cleared', header: 'Cleared', cell: ({ cleared }) => cleared },
  { key: 'fields', header: 'Changed or Cleared Fields', cell: ({ fields }) => changesIn(fields) },
]

function changesIn(fields: KeptCounts['fields']): string {
  return fields
    .filter(({ changed, cleared }) => changed + cleared > 0)
    .map(({ field, changed, cleared }) => `${labels[field] ?? 'Account'} (${changed + cleared})`)
    .join(', ')
}

const labels: Readonly<Record<string, string>> = fieldLabels
