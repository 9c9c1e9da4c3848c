import type { DocumentKind, DocumentType } from '@check-requests/domain/documents/attachments/fields.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/**
 * A document of a request, of a payee or, until it is submitted, of a draft. That of a request is never deleted, not
 * even with its request: the trail names it. Nor is that of a payee.
 */
export interface AttachmentTable {
  id: Generated<number>
  /** The dealer group of the request, the payee or the draft; null for the draft of a super admin. */
  dealer_group_id: number | null
  check_request_id: number | null
  draft_id: number | null
  /** Set for a W-9 of a payee. */
  payee_id: number | null
  name: string
  type: DocumentType
  /** In bytes. */
  size: number
  /** Of the content, in hex. */
  sha256: string
  /** The name of the file in the store. */
  stored_as: string
  kind: DocumentKind | null
  created_at: Moment
  created_by_id: number
  created_by_name: string
  /** When another W-9 of the payee took its place. */
  replaced_at: Generated<Moment | null>
  removed_at: Moment | null
  removed_by_id: number | null
  removed_by_name: string | null
}

export interface AttachmentTables {
  attachments: AttachmentTable
}
