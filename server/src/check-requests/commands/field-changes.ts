import { linesInWords } from '@check-requests/domain/books/accounting/stored-lines.ts'
import { fieldFormats } from '@check-requests/domain/check-requests/field-values.ts'
import { priorityOfRank } from '@check-requests/domain/check-requests/priorities.ts'
import type { FieldChange } from '../listeners/request-event.ts'

/** The stored fields that differ between two states, as displayed. */
export function fieldChanges(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return Object.keys(after)
    .filter((field) => (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => readable({ field, from: text(before[field]), to: text(after[field]) }))
}

function readable(change: FieldChange): FieldChange {
  if (change.field === 'amount_cents') return renamed(change, 'amount', fieldFormats.amount_cents)
  if (change.field === 'per_diem_cents') return renamed(change, 'per_diem', fieldFormats.amount_cents)
  if (change.field === 'payee_join') return { ...change, from: joinWord(change.from), to: joinWord(change.to) }
  if (change.field === 'accounting') return renamed(change, 'accounting', linesInWords)
  if (change.field === 'priority_rank')
    return renamed(change, 'priority_level', (rank) => priorityOfRank(Number(rank))?.name ?? rank)
  return change
}

function renamed(change: FieldChange, field: string, format: (stored: string) => string): FieldChange {
  return { field, from: change.from && format(change.from), to: change.to && format(change.to) }
}

function joinWord(stored: string | null): string {
  return (stored ?? 'and').toUpperCase()
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
