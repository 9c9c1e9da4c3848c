import type { Attachment, ListedAttachment, SavedAttachment } from '@check-requests/domain/attachments/replies.ts'
import { refusalToOpen, refusalToRemove } from '@check-requests/domain/attachments/rules.ts'
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

/** What decides about the documents of a request: whether it was approved, and its group uses its list of payees. */
interface AboutRequest {
  readonly wasApproved: boolean
  readonly hasPayeeList: boolean
}

/** A document in a list, as this caller sees it. */
export function presentListed(row: AttachmentRow, caller: Caller, about: AboutRequest): ListedAttachment {
  const { wasApproved, hasPayeeList } = about
  const { removed_at, removed_by_id, removed_by_name } = row
  const refusal = refusalToRemove(caller, {
    createdById: row.created_by_id,
    isRemoved: removed_at !== null,
    wasApproved,
  })
  const { userId, role, scope, isAuditor: audits = false } = caller
  const document = { kind: row.kind, createdById: row.created_by_id, hasPayeeList }
  const cannotOpen = refusalToOpen({ userId, role, level: scope.level, audits }, document)
  return {
    ...presentAttachment(row),
    removed_at,
    removed_by: removed_by_id === null ? null : { id: removed_by_id, name: removed_by_name ?? '' },
    can_remove: refusal === undefined,
    ...(cannotOpen !== undefined && { refusal_to_open: cannotOpen }),
  }
}
