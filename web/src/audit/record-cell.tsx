import type { AuditEntry } from '@check-requests/domain/audit/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { ListFilter } from 'lucide-react'
import { entityInWords } from '#audit/action-words.ts'
import type { Records } from '#audit/records.ts'
import { type LinkedKind, linkTo } from '#organisation/linked-record.ts'
import { checkRequestPath, paths } from '#paths.ts'
import { TextLink } from '#ui/link-button.tsx'
import { RowAction } from '#ui/row-action.tsx'

interface RecordCellProps {
  entry: AuditEntry
  records: Records
  /** Narrows the trail to this record. */
  onFilter(): void
}

/** The name of the record, which links to it as long as it exists, and its kind, which is cut off first. */
export function RecordCell({ entry, records, onFilter }: RecordCellProps) {
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

export function recordName({ entity, entity_id, label }: AuditEntry, { users, groups }: Records): string {
  if (entity_id === null) return '–'
  if (label !== null) return label
  const name = { user: users.get(entity_id)?.email, 'dealer-group': groups.get(entity_id)?.name }[String(entity)]
  return name ?? `#${entity_id}`
}

interface RecordAddress {
  to: string
  search?: Record<string, string>
}

/** Where records of each kind are shown; undefined once they have been deleted. */
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
