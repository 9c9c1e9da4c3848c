import type { Attachment, ListedAttachment, SavedAttachment } from '@check-requests/domain/attachments/replies.ts'
import { refusalToRemove } from '@check-requests/domain/attachments/rules.ts'
import type { Caller } from '../sessions/queries/caller.ts'
import type { AttachmentRow } from './queries/attachments.ts'

function presentAttachment(row: AttachmentRow): Attachment {
  const { id, name, size, type, sha256, kind, created_at } = row
  const created_by = { id: row.created_by_id, name: row.created_by_name }
  return { id, name, size, type, sha256, kind, created_at, created_by }
}

/** A document that was added or removed; `version` of its request from now on. */
export function presentSaved(row: AttachmentRow, version: number | null): SavedAttachment {
  return { ...presentAttachment(row), request_version: version }
}

/** A document in a list, as this caller sees it. */
export function presentListed(row: AttachmentRow, caller: Caller, wasApproved: boolean): ListedAttachment {
  const { removed_at, removed_by_id, removed_by_name } = row
  const refusal = refusalToRemove(caller, {
    createdById: row.created_by_id,
    isRemoved: removed_at !== null,
    wasApproved,
  })
  return {
    ...presentAttachment(row),
    removed_at,
    removed_by: removed_by_id === null ? null : { id: removed_by_id, name: removed_by_name ?? '' },
    can_remove: refusal === undefined,
  }
}
