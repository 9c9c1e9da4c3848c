import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { isApproved } from '@check-requests/domain/check-requests/lifecycle.ts'
import {
  accountingItem,
  type CheckedItem,
  itemNamed,
  missing,
  missingInWords,
  takenAwayInWords,
} from '@check-requests/domain/check-requests/required/rules.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import type { RequestEvent, StatusAsked, Submitted } from '../../../check-requests/listeners/request-event.ts'
import { requirementsIn } from '../../../check-requests/required/queries/requirements.ts'
import { findPurpose } from '../../../organization/queries/lists.ts'
import { findPayeeSettings } from '../../../payees/queries/of-requests.ts'
import { findPayeeNamed, type PayeeRow } from '../../../payees/queries/payees.ts'
import { moment } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { giveReadings } from '../../readings/queries/readings.ts'
import { askContent, type CheckedRequest, documentsOf, supplied, taxFormsOf } from '../commands/required-items.ts'
import {
  auditedDocument,
  findCurrentTaxForm,
  giveToPayee,
  giveToRequest,
  isCurrent,
  listAttachments,
  markReplaced,
  type Owner,
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

/** Refuses a request that lacks items required by its purpose, with a sentence for each missing item. */
export async function refuseIncomplete({ trx }: Unit, submitted: Submitted): Promise<void> {
  const { demands, purpose, content, documentsOn } = submitted
  if (!demands.some(({ level }) => level === 'must')) return
  const { documents } = documentsOn ? await documentsOf(trx, ownerAsked(documentsOn)) : { documents: [] }
  const fromPayee = await taxFormsOf(trx, demands, () => payeeNamed(trx, submitted))
  const has = { documents, hasTaxFormOfPayee: fromPayee.documents.length > 0 }
  const lacking = missing(demands, supplied(content, has)).filter(({ level }) => level === 'must')
  if (lacking.length === 0) return
  const sentences = lacking.map(({ item }) => missingInWords(capitalized(purpose), item))
  const fields = lacking.map(({ item }, index) => [fieldOf(item), sentences[index] ?? ''] as const)
  throw new Failure('INVALID_FIELDS', sentences.join(' '), { fields: joined(fields) })
}

/** The labels of required items that a request lacks, including those that only cause a warning. */
export async function missingItemsOf(db: Db, request: CheckedRequest): Promise<string[]> {
  const demands = requirementsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0) return []
  const { has } = await askContent(db, request, demands)
  return missing(demands, supplied(request, has)).map(({ item }) => itemNamed(item).label)
}

/** Refuses to approve a request if a required document was removed from it or from its payee. */
export async function refuseTakenAway({ trx }: Unit, { request, to }: StatusAsked): Promise<void> {
  if (!isApproved(to)) return
  const demands = requirementsIn(request.purpose_demands, request.purpose_id)
  if (demands.length === 0) return
  const { taken } = await askContent(trx, request, demands)
  if (taken.length === 0) return
  const purpose = await findPurpose(trx, request.purpose_id)
  throw new Failure('CONFLICT', takenAwayInWords(capitalized(purpose?.name ?? 'Its purpose'), taken))
}

function ownerAsked(documentsOn: NonNullable<Submitted['documentsOn']>): Owner {
  return 'draftId' in documentsOn ? ofDraft(documentsOn.draftId) : ofRequest(documentsOn.requestId)
}

/** The listed payee of a request that is about to be submitted; undefined if the payee list is off. */
async function payeeNamed(db: Db, { dealerGroupId, content }: Submitted): Promise<PayeeRow | undefined> {
  const settings = await findPayeeSettings(db, dealerGroupId)
  return settings?.payee_list === 1 ? findPayeeNamed(db, dealerGroupId, content.payee_name_1) : undefined
}

function fieldOf(item: CheckedItem['item']): string {
  if (item === accountingItem) return 'accounting'
  return itemNamed(item).fields[0] ?? 'documents'
}

/** Joins the sentences about the same field into one text for each field. */
function joined(fields: readonly (readonly [string, string])[]): Record<string, string> {
  const byField = Map.groupBy(fields, ([field]) => field)
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(([, text]) => text).join(' ')]))
}
