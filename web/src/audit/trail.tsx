import type { AuditEntry } from '@check-requests/domain/audit/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { actionInWords } from '#audit/action-words.ts'
import { useTrail } from '#audit/api.ts'
import { ChangeList } from '#audit/change-list.tsx'
import { changesOf } from '#audit/changes.ts'
import { RecordCell, recordName } from '#audit/record-cell.tsx'
import { type Records, useRecords } from '#audit/records.ts'
import { type AuditEntity, filterOf, type TrailState } from '#audit/trail-state.ts'
import { OnlyRecord, TrailToolbar } from '#audit/trail-toolbar.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Who did what to which record and when, with values before and after; newest first. */
export function Trail({ state }: { state: TrailState }) {
  const { values, change, narrowed, clear } = state
  const records = useRecords()
  const { entries, failure, more } = useTrail(filterOf(values))
  const first = entries?.[0]
  return (
    <Card title="Entries" flush>
      <TrailToolbar state={state} records={records} entries={entries} />
      {values.id !== 0 && first && <OnlyRecord name={recordName(first, records)} onRemove={() => change({ id: 0 })} />}
      <DataTable
        caption="Audit trail"
        columns={columnsOf(records, (entity, id) => change({ entity, id, action: '' }))}
        rows={entries}
        rowKey={({ chain, seq }) => `${chain}.${seq}`}
        {...failure}
        empty={narrowed ? <NoMatch onClear={clear} /> : <EmptyState text="Nothing has been done yet." />}
        more={more}
      />
    </Card>
  )
}

function columnsOf(records: Records, onFilter: (entity: AuditEntity, id: number) => void): Column<AuditEntry>[] {
  return [
    {
      key: 'at',
      header: 'When',
      width: 156,
      onCard: 'figure',
      className: 'max-sm:font-normal max-sm:text-ink-soft',
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
    },
    {
      key: 'who',
      header: 'Who',
      width: 112,
      onCard: 'mark',
      cell: ({ actor_name, role }) => (
        <>
          {markHidden(actor_name)}
          {role && <span className="text-ink-soft"> {role}</span>}
        </>
      ),
    },
    {
      key: 'action',
      header: 'Action',
      width: 124,
      givesWay: 1,
      onCard: 'title',
      cell: ({ entity, action }) => actionInWords(entity, action),
    },
    {
      key: 'record',
      header: 'Record',
      width: 184,
      grows: true,
      onCard: 'detail',
      cell: (entry) => (
        <RecordCell
          entry={entry}
          records={records}
          onFilter={() => onFilter(entry.entity as AuditEntity, entry.entity_id ?? 0)}
        />
      ),
    },
    {
      key: 'changes',
      header: 'Before and after',
      width: 130,
      grows: true,
      onCard: 'below',
      cell: (entry) => <ChangeList changes={changesOf(entry, records)} />,
    },
  ]
}

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      text="No entries found matching your criteria"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
