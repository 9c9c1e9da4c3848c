import type { JournalKind } from '@check-requests/domain/books/journal/events.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** What happened to a check, as it was then. Days by the clocks of the place. */
export interface JournalEventTable {
  id: Generated<number>
  dealer_group_id: number
  check_request_id: number
  kind: JournalKind
  check_number: string
  cents: Cents
  at: Moment
  day: string
  issued_on: string
  /** JSON: what the line tells of its request. */
  facts: string
  /** Once it has one, it does not change any more. */
  export_id: number | null
}

/** A file of the journal, as it was made. */
export interface JournalExportTable {
  id: Generated<number>
  dealer_group_id: number
  /** Within the dealer group, from 1. */
  number: number
  up_to: string
  lines: number
  issued_cents: Cents
  voided_cents: Cents
  content: string
  sha256: string
  made_by_id: number
  made_by_name: string
  made_at: Moment
}

export interface JournalTables {
  journal_events: JournalEventTable
  journal_exports: JournalExportTable
}
