import { type FoundRequest, findVisible } from '../../check-requests/queries/detail/find.ts'
import { ownerOf } from '../../drafts/commands/owner.ts'
import { findDraft } from '../../drafts/queries/drafts.ts'
import { findVisiblePayee } from '../../payees/commands/load.ts'
import type { PayeeRow } from '../../payees/queries/payees.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { type AttachmentRow, findAttachment } from '../queries/attachments.ts'

/** A document with its request or its payee; with neither, where it is on a draft. */
export interface VisibleDocument {
  readonly document: AttachmentRow
  readonly request: FoundRequest | undefined
  readonly payee: PayeeRow | undefined
}

/** The document, if it was not removed and the caller can see its request or payee, or it is on their own draft. */
export async function demandVisibleDocument(db: Db, caller: Caller, id: number): Promise<VisibleDocument> {
  const document = await findAttachment(db, id)
  if (document?.removed_at !== null) throw notFound('document')
  const { check_request_id, draft_id, payee_id } = document
  const request = check_request_id === null ? undefined : await findVisible(db, caller, check_request_id)
  const payee = payee_id === null ? undefined : await findVisiblePayee(db, caller, payee_id)
  const isOnDraft = draft_id !== null && (await findDraft(db, ownerOf(caller), draft_id)) !== undefined
  if (!request && !payee && !isOnDraft) throw notFound('document')
  return { document, request, payee }
}
