import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * What a document says, or the wait for it: the queue of documents to read. A row is deleted with its document, and
 * when the document is removed.
 */
export interface DocumentReadingTable {
  attachment_id: number
  dealer_group_id: number | null
  state: 'waiting' | 'reading' | 'read' | 'failed' | 'missing'
  /** How often a server began to read it. */
  tries: Generated<number>
  /** Until when the server that reads it has it for itself. */
  reading_until: Moment | null
  /** JSON: what was read. Null until then. */
  content: string | null
  /** JSON: what became of the values in the request. Null until it was submitted. */
  kept: string | null
  changed_at: Moment
}

/** The phrases of requests' documents, deleted with their readings. */
export interface DocumentPhraseTable {
  dealer_group_id: number
  phrase: string
  attachment_id: number
}

export interface ReadingTables {
  document_readings: DocumentReadingTable
  document_phrases: DocumentPhraseTable
}
