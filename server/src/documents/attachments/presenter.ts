import {
  type Attachment,
  type ListedAttachment,
  refusalToOpen,
  refusalToRemove,
  refusalToRemoveTaxForm,
  type SavedAttachment,
} from '@check-requests/domain/documents/attachments/fields.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { AttachmentRow } from './queries/attachments.ts'

function presentAttachment(row: AttachmentRow): Attachment {
  const { id, name, size, type, sha256, kind, created_at } = row
  const created_by = { id: row.created_by_id, name: row.created_by_name }
  return { id, name, size, type, sha256, kind, created_at, created_by }
}

/** A document that was added or removed, with its request's new `version`. */
export function presentSaved(row: AttachmentRow, version: number | null): SavedAttachment {
  return { ...presentAttachment(row), request_version: version }
}

/**
 * Facts that decide who can open and remove documents: the request's approval, and whether the group's payee list is
 * on.
 */
interface AboutDocuments {
  readonly wasApproved: boolean
  readonly hasPayeeList: boolean
}

/** A document in a list, with what this caller can do with it. */
export function presentListed(row: AttachmentRow, caller: Caller, about: AboutDocuments): ListedAttachment {
  const { wasApproved, hasPayeeList } = about
  const { removed_at, removed_by_id, removed_by_name, replaced_at } = row
  const { userId, role, scope, isAuditor: audits = false } = caller
  const person = { userId, role, level: scope.level, audits }
  const document = { kind: row.kind, createdById: row.created_by_id, hasPayeeList, isRemoved: removed_at !== null }
  const refusal =
    row.payee_id === null
      ? refusalToRemove(caller, { ...document, wasApproved })
      : refusalToRemoveTaxForm(person, document)
  const cannotOpen = refusalToOpen(person, document)
  return {
    ...presentAttachment(row),
    removed_at,
    removed_by: removed_by_id === null ? null : { id: removed_by_id, name: removed_by_name ?? '' },
    can_remove: refusal === undefined,
    ...(replaced_at !== null && { replaced_at }),
    ...(cannotOpen !== undefined && { refusal_to_open: cannotOpen }),
  }
}
