import type { JournalKind } from '@check-requests/domain/books/journal/events.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A check event, with the request data at that time. Days are in the time zone of the location. */
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
  /** JSON: the request data on the line. */
  facts: string
  /** The export that contains the event. Once set, it never changes. */
  export_id: number | null
}

/** An exported journal file as it was created. */
export interface JournalExportTable {
  id: Generated<number>
  dealer_group_id: number
  /** The number of the export within the dealer group, from 1. */
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
