import type { JournalExportReply, JournalReply } from '@check-requests/domain/books/journal/fields.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { ExportRow, sumWaiting } from './queries/journal.ts'

/** An export as the API shows it. */
export function presentExport(row: ExportRow): JournalExportReply {
  const { dealer_group_id: _group, issued_cents, voided_cents, ...others } = row
  return { ...others, issued: centsToDollars(issued_cents), voided: centsToDollars(voided_cents) }
}

/** What waits for the next export as the API shows it. */
export function presentWaiting(sums: Awaited<ReturnType<typeof sumWaiting>>): JournalReply['waiting'] {
  return sums.map(({ kind, events, cents }) => ({ kind, events, amount: centsToDollars(cents) }))
}
