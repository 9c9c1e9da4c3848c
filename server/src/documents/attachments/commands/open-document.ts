import { isGuarded, refusalToOpen } from '@check-requests/domain/documents/attachments/rules.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { type FoundRequest, findVisible } from '../../../check-requests/queries/detail/find.ts'
import { findVisiblePayee, notePayee } from '../../../payees/commands/payee.ts'
import type { PayeeRow } from '../../../payees/queries/payees.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { type AttachmentRow, auditedDocument, findAttachment } from '../queries/attachments.ts'

/** Returns the document if the caller can open it. Opening a protected tax form is recorded in the audit trail. */
export async function openDocument(services: Services, caller: Caller, id: number): Promise<AttachmentRow> {
  const found = await requireVisibleDocument(services.database.read, caller, id)
  const { document, request, payee } = found
  const { kind, created_by_id: createdById } = document
  const openable = { kind, createdById, hasPayeeList: payee !== undefined || request?.payee_list === 1 }
  if (!isGuarded(openable)) return document
  const { userId, role, scope, isAuditor: audits = false } = caller
  const refusal = refusalToOpen({ userId, role, level: scope.level, audits }, openable)
  if (refusal) throw new Failure('FORBIDDEN', refusal)
  await commit(services, undefined, async (unit) => {
    await requireInForce(unit, caller)
    noteLook(unit, caller, found)
  })
  return document
}

/** Returns the document if the caller can open it, for what is derived from it. No protected tax form is ever read. */
export async function requireReadable(db: Db, caller: Caller, id: number): Promise<AttachmentRow> {
  return (await requireVisibleDocument(db, caller, id)).document
}

function noteLook(unit: Unit, caller: Caller, { document, request, payee }: VisibleDocument): void {
  const look = { document: auditedDocument(document) }
  if (request) {
    const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
    unit.audit({ actor: caller, ...subject, action: 'check-request.see-tax-form', after: look })
  }
  if (payee) {
    const { id, name, dealer_group_id: dealerGroupId } = payee
    notePayee(unit, caller, { verb: 'see-tax-form-document', id, dealerGroupId, after: { name, ...look } })
  }
}

/** A document with its request or its payee. A document on a draft has neither. */
interface VisibleDocument {
  readonly document: AttachmentRow
  readonly request: FoundRequest | undefined
  readonly payee: PayeeRow | undefined
}

/**
 * Returns the document if it isn't removed and the caller can see its request or payee, or if it is on the caller's
 * draft.
 */
async function requireVisibleDocument(db: Db, caller: Caller, id: number): Promise<VisibleDocument> {
  const document = await findAttachment(db, id)
  if (document?.removed_at !== null) throw notFound('document')
  const { check_request_id, draft_id, payee_id } = document
  const request = check_request_id === null ? undefined : await findVisible(db, caller, check_request_id)
  const payee = payee_id === null ? undefined : await findVisiblePayee(db, caller, payee_id)
  const isOnDraft = draft_id !== null && (await findDraft(db, ownerOf(caller), draft_id)) !== undefined
  if (!request && !payee && !isOnDraft) throw notFound('document')
  return { document, request, payee }
}
