import type { AuditEntry } from '@check-requests/domain/trail/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { clsx } from 'clsx'
import { ChevronDown, Download, ListFilter, MoveRight, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { type LinkedKind, linkTo } from '#organization/linked-record.ts'
import { checkRequestPath, paths } from '#paths.ts'
import { actionInWords, entityInWords } from '#trail/action-words.ts'
import {
  type AuditEntity,
  filterOf,
  type Records,
  type TrailState,
  useExport,
  useRecords,
  useTrail,
  useTrailState,
  useVerification,
} from '#trail/api.ts'
import { type Change, changesOf } from '#trail/changes.ts'
import { OnlyRecord, TrailToolbar } from '#trail/trail-toolbar.tsx'
import { Verification, verdictInWords } from '#trail/verification.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState, ErrorState } from '#ui/feedback/list-states.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

export function AdminAuditScreen() {
  const state = useTrailState()
  const verification = useVerification()
  const download = useExport()
  return (
    <>
      <PageHeader
        title="Audit Trail"
        subtitle="Every change to every record, with the user who made it. Entries can’t be changed or deleted."
        actions={
          <>
            <Button variant="secondary" pending={verification.isPending} onClick={() => verification.mutate()}>
              {!verification.isPending && <ShieldCheck aria-hidden className="size-4" />}
              Verify
            </Button>
            <Button
              variant="secondary"
              pending={download.isPending}
              onClick={() => download.mutate({ query: filterOf(state.values) })}
            >
              {!download.isPending && <Download aria-hidden className="size-4" />}
              Export CSV
            </Button>
          </>
        }
      />
      <p role="status" className="sr-only">
        {verification.data && verdictInWords(verification.data)}
      </p>
      {verification.data && <Verification verdict={verification.data} at={verification.submittedAt} />}
      {verification.error && (
        <Card flush>
          <ErrorState message={verification.error.message} onRetry={() => verification.mutate()} />
        </Card>
      )}
      <Trail state={state} />
    </>
  )
}

/** The entries of the audit trail with old and new values, newest first. */
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
        empty={narrowed ? <NoMatch onClear={clear} /> : <EmptyState text="No entries yet." />}
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
      header: 'Before and After',
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
          Clear Filters
        </Button>
      }
    />
  )
}

/** Changed fields with old and new values. The row's single line shows the first field, and a click shows all. */
function ChangeList({ changes }: { changes: readonly Change[] }) {
  const [all, setAll] = useState(false)
  const [first] = changes
  if (!first) return '–'
  const count = `${changes.length} ${changes.length === 1 ? 'field' : 'fields'}`
  return (
    <div className={clsx('flex items-start gap-1', all && 'py-1.5 whitespace-normal')}>
      <ul className="grid min-w-0 flex-1 gap-0.5">
        {(all ? changes : [first]).map(({ field, from, to }) => (
          <li key={field} className={all ? 'wrap-anywhere whitespace-pre-line' : 'truncate'}>
            <span className="text-ink-soft">{field}: </span>
            {from && markHidden(from)}
            {from !== undefined && to !== undefined && <Arrow />}
            <span className="font-medium">{to && markHidden(to)}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-expanded={all}
        aria-label={all ? undefined : `Show all ${count}`}
        className="-my-0.5 inline-flex min-h-6 shrink-0 items-center gap-1 rounded-sm font-medium text-accent underline-offset-2 hover:underline"
        onClick={() => setAll(!all)}
      >
        {all ? 'Show fewer' : count}
        <ChevronDown aria-hidden className={clsx('size-3.5', all && 'rotate-180')} />
      </button>
    </div>
  )
}

function Arrow() {
  return (
    <>
      <MoveRight aria-hidden className="mx-1 inline size-4 text-ink-soft" />
      <span className="sr-only"> changed to </span>
    </>
  )
}

interface RecordCellProps {
  entry: AuditEntry
  records: Records
  /** Filters the trail by this record. */
  onFilter(): void
}

/** The name of the record, linked if the record still exists, and the kind of record, which is truncated first. */
function RecordCell({ entry, records, onFilter }: RecordCellProps) {
  const name = markHidden(recordName(entry, records))
  const address = addressOf(entry, records)
  const text = (
    <span className="block truncate" data-full-text>
      {name}
    </span>
  )
  return (
    <div className="flex items-center gap-1 max-sm:justify-end">
      <span className="flex min-w-0 items-center gap-1 sm:flex-1">
        <span className="min-w-0">
          {address ? (
            <TextLink {...address} className="block leading-6">
              {text}
            </TextLink>
          ) : (
            text
          )}
        </span>
        <span className="min-w-0 shrink-99 truncate text-ink-soft">{entityInWords(entry.entity)}</span>
      </span>
      {entry.entity_id !== null && (
        <RowAction small icon={ListFilter} label={`Only entries about ${name}`} onClick={onFilter} />
      )}
    </div>
  )
}

function recordName({ entity, entity_id, label }: AuditEntry, { users, groups }: Records): string {
  if (entity_id === null) return '–'
  if (label !== null) return label
  const name = { user: users.get(entity_id)?.email, 'dealer-group': groups.get(entity_id)?.name }[String(entity)]
  return name ?? `#${entity_id}`
}

interface RecordAddress {
  to: string
  search?: Record<string, string>
}

/** The screen of each kind of record; undefined for deleted records. */
const addresses: Record<string, (id: number, records: Records) => RecordAddress | undefined> = {
  user(id, { users }) {
    const user = users.get(id)
    return user && { to: paths.users, search: { search: user.username } }
  },
  department(id, { departments }) {
    const department = departments.get(id)
    const open = String(department?.dealership_id)
    return department && { to: paths.departments, search: { ...linkTo('department', id), open } }
  },
  'dealer-group': (id, { groups }) => onDealerships('dealer-group', id, groups),
  dealership: (id, { dealerships }) => onDealerships('dealership', id, dealerships),
  purpose: (id, { purposes }) => onDealerships('purpose', id, purposes),
  'delivery-method': (id, { deliveryMethods }) => onDealerships('delivery-method', id, deliveryMethods),
}

function onDealerships(kind: LinkedKind, id: number, known: ReadonlyMap<number, unknown>): RecordAddress | undefined {
  return known.has(id) ? { to: paths.dealerships, search: linkTo(kind, id) } : undefined
}

function addressOf({ entity, entity_id: id, action }: AuditEntry, records: Records): RecordAddress | undefined {
  if (id === null || action === 'check-request.delete') return undefined
  if (entity === 'check-request') return { to: checkRequestPath(id) }
  return addresses[entity]?.(id, records)
}
