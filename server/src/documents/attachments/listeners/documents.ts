import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import type { RequestEvent } from '../../../check-requests/listeners/request-event.ts'
import { moment } from '../../../platform/clock.ts'
import type { Unit } from '../../../services.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { giveReadings } from '../../readings/queries/readings.ts'
import {
  auditedDocument,
  findCurrentTaxForm,
  giveToPayee,
  giveToRequest,
  isCurrent,
  listAttachments,
  markReplaced,
  ofDraft,
  ofPayee,
  ofRequest,
} from '../queries/attachments.ts'

/** Moves the documents of a draft to the request that it became. */
export async function adoptDocuments(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name !== 'created' || event.draftId === undefined) return
  const { trx, audit } = unit
  const { actor, request, draftId } = event
  const documents = await listAttachments(trx, ofDraft(draftId))
  if (documents.length === 0 || !(await findDraft(trx, ownerOf(actor), draftId))) return
  await giveReadings(trx, draftId, request)
  await giveToRequest(trx, draftId, request)
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  for (const document of documents) {
    afterCreate(trx, 'attachment', document.id)
    audit({ actor, ...subject, action: 'check-request.attach', after: { document: auditedDocument(document) } })
  }
}

/** Records in the audit trail which documents a decision was based on. */
export async function recordDocuments({ trx, audit }: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted' || !event.decides) return
  const { actor, request } = event
  if (request.has_documents === 0) return
  const documents = (await listAttachments(trx, ofRequest(request.id))).filter((row) => row.removed_at === null)
  if (documents.length === 0) return
  const subject = { chain: request.dealer_group_id, entity: 'check-request', entityId: request.id }
  const after = { documents: documents.map(auditedDocument) }
  audit({ actor, ...subject, action: 'check-request.decide-with-documents', after })
}

interface Merged {
  readonly mergedId: number
  readonly remainingId: number
}

/**
 * Moves the merged payee's W-9 documents to the remaining payee, whose own W-9 stays current. Returns the names of
 * moved documents that aren't removed.
 */
export async function passTaxForms({ trx, now }: Unit, { mergedId, remainingId }: Merged): Promise<string[]> {
  const documents = await listAttachments(trx, ofPayee(mergedId))
  await beforeChange(trx, 'attachment', ...documents.map(({ id }) => id))
  const current = documents.find(isCurrent)
  if (current && (await findCurrentTaxForm(trx, remainingId))) await markReplaced(trx, current.id, moment(now))
  await giveToPayee(trx, mergedId, remainingId)
  return documents.filter(({ removed_at }) => removed_at === null).map(({ name }) => name)
}
