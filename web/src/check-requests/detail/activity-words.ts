import { dateInWords, fieldFormats } from '@check-requests/domain/check-requests/field-values.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'

/** Names by id, for changes recorded as ids. */
export interface NamesById {
  readonly dealerships: ReadonlyMap<string, string>
  readonly departments: ReadonlyMap<string, string>
  readonly purposes: ReadonlyMap<string, string>
  readonly deliveryMethods: ReadonlyMap<string, string>
}

export interface ChangeInWords {
  readonly field: string
  /** Absent for what is said once and never changed. */
  readonly from?: string
  readonly to: string
}

const lookups: Record<string, keyof NamesById> = {
  dealership_id: 'dealerships',
  delivery_method_id: 'deliveryMethods',
  department_id: 'departments',
  purpose_id: 'purposes',
}

/** The changed fields of an entry with names and values as people know them. */
export function changesInWords({ changes }: HistoryEntry, names: NamesById): ChangeInWords[] {
  return changes.map(({ field, from, to }) => ({
    field: isField(field) ? fieldLabels[field] : field,
    ...(field !== 'received_by' && { from: markHidden(valueInWords(field, from, names)) }),
    to: markHidden(valueInWords(field, to, names)),
  }))
}

function isField(field: string): field is keyof typeof fieldLabels {
  return field in fieldLabels
}

function valueInWords(field: string, value: string | null, names: NamesById): string {
  if (value === null) return 'nothing'
  const lookup = lookups[field]
  if (lookup) return names[lookup].get(value) ?? `#${value}`
  return (hasFormat(field) && fieldFormats[field](value)) || dateInWords(value)
}

function hasFormat(field: string): field is keyof typeof fieldFormats {
  return field in fieldFormats
}
