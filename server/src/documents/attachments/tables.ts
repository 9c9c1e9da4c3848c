import type { DocumentKind, DocumentType } from '@check-requests/domain/documents/attachments/fields.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A document on a request, a payee, or a draft. Documents on requests and payees are never deleted, even if the request
 * is, because the audit trail refers to them.
 */
export interface AttachmentTable {
  id: Generated<number>
  /** The dealer group of the request, payee, or draft; null for a super admin's draft. */
  dealer_group_id: number | null
  check_request_id: number | null
  draft_id: number | null
  /** Set for a payee's W-9. */
  payee_id: number | null
  name: string
  type: DocumentType
  /** The file size in bytes. */
  size: number
  /** The content hash, in hex. */
  sha256: string
  /** The file's name in the file store. */
  stored_as: string
  kind: DocumentKind | null
  created_at: Moment
  created_by_id: number
  created_by_name: string
  /** When a newer W-9 for the payee replaced this one. */
  replaced_at: Moment | null
  removed_at: Moment | null
  removed_by_id: number | null
  removed_by_name: string | null
}

export interface AttachmentTables {
  attachments: AttachmentTable
}
