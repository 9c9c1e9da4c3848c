import { findVisible } from '../../check-requests/queries/detail/find.ts'
import { ownerOf } from '../../drafts/commands/owner.ts'
import { findDraft } from '../../drafts/queries/drafts.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { type AttachmentRow, findAttachment } from '../queries/attachments.ts'

/** The document, if it was not removed and the caller can see its request, or it is on their own draft. */
export async function demandVisibleDocument(db: Db, caller: Caller, id: number): Promise<AttachmentRow> {
  const document = await findAttachment(db, id)
  if (document?.removed_at !== null || !(await isVisible(db, caller, document))) throw notFound('document')
  return document
}

async function isVisible(db: Db, caller: Caller, { check_request_id, draft_id }: AttachmentRow): Promise<boolean> {
  if (check_request_id !== null) return (await findVisible(db, caller, check_request_id)) !== undefined
  return draft_id !== null && (await findDraft(db, ownerOf(caller), draft_id)) !== undefined
}
