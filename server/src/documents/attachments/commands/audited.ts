import type { AttachmentRow } from '../queries/attachments.ts'

/** What the trail says of a document; with the hash of its content, so that it can be told from any other. */
export function auditedDocument({ id, name, kind, size, sha256 }: AttachmentRow) {
  return { id, name, kind, size, sha256 }
}
