import { markHidden } from '../values/hidden-characters.ts'
import { dateInWords, fieldFormats, requestFieldLabels } from './fields-in-words.ts'
import type { HistoryEntry } from './replies.ts'

/** Names by id, for changes in which ids are recorded. */
export interface NamesById {
  readonly dealerships: ReadonlyMap<string, string>
  readonly departments: ReadonlyMap<string, string>
  readonly purposes: ReadonlyMap<string, string>
  readonly deliveryMethods: ReadonlyMap<string, string>
}

export interface ChangeInWords {
  readonly field: string
  /** The old value; missing for fields that are set once and never change. */
  readonly from?: string
  readonly to: string
}

const lookups: Record<string, keyof NamesById> = {
  dealership_id: 'dealerships',
  delivery_method_id: 'deliveryMethods',
  department_id: 'departments',
  purpose_id: 'purposes',
}

/** The ids of the objects that these entries name. */
export function namesNeeded(history: readonly Pick<HistoryEntry, 'changes'>[]): ReadonlySet<keyof NamesById> {
  return new Set(history.flatMap(({ changes }) => changes.flatMap(({ field }) => lookups[field] ?? [])))
}

/** The changed fields of an entry with readable names and values. */
export function changesInWords({ changes }: Pick<HistoryEntry, 'changes'>, names: NamesById): ChangeInWords[] {
  return changes.map(({ field, from, to }) => ({
    field: isField(field) ? requestFieldLabels[field] : field,
    ...(!isSaidOnce(field, from) && { from: markHidden(valueInWords(field, from, names)) }),
    to: markHidden(valueInWords(field, to, names)),
  }))
}

const saidOnce = ['received_by', 'approved_up_to', 'approval_step', 'approved_for']

// The recipient of a check, a decided step, and an added document never replace a previous value.
function isSaidOnce(field: string, from: string | null): boolean {
  return saidOnce.includes(field) || (field === 'document' && from === null)
}

function isField(field: string): field is keyof typeof requestFieldLabels {
  return field in requestFieldLabels
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
