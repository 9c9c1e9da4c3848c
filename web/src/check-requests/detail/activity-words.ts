import { priorities } from '@check-requests/domain/check-requests/priorities.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import { formatDate, isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'

/** Names by id, for changes that are told as ids. */
export interface NamesById {
  readonly dealerships: ReadonlyMap<string, string>
  readonly departments: ReadonlyMap<string, string>
  readonly purposes: ReadonlyMap<string, string>
  readonly deliveryMethods: ReadonlyMap<string, string>
}

export interface ChangeInWords {
  readonly field: string
  readonly from: string
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
    from: valueInWords(field, from, names),
    to: valueInWords(field, to, names),
  }))
}

function isField(field: string): field is keyof typeof fieldLabels {
  return field in fieldLabels
}

function valueInWords(field: string, value: string | null, names: NamesById): string {
  if (value === null) return 'nothing'
  const lookup = lookups[field]
  if (lookup) return names[lookup].get(value) ?? `#${value}`
  if (field === 'priority_level') return priorityLabel(value)
  if (field === 'payee_type' || field === 'payee_sub_type') return capitalised(value)
  return isCalendarDate(value) ? formatDate(value) : value
}

function priorityLabel(name: string): string {
  return priorities.find((priority) => priority.name === name)?.label ?? name
}

/** A stored word as people read it: `vendor` is 'Vendor'. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
