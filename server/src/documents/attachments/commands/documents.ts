import {
  isGuarded,
  refusalToOpen,
  refusalToRemove,
  type SavedAttachment,
} from '@check-requests/domain/documents/attachments/fields.ts'
import { requireInForce } from '../../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { applyChange, changedRequest, loadForChange, refuse } from '../../../check-requests/commands/apply-change.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { type FoundRequest, findVisible } from '../../../check-requests/queries/detail/find.ts'
import { findVisiblePayee, notePayee } from '../../../payees/commands/payee.ts'
import type { PayeeRow } from '../../../payees/queries/payees.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { keptFiles } from '../../incoming-mail/queries/mails.ts'
import { deleteReading } from '../../readings/queries/readings.ts'
import { presentSaved } from '../presenter.ts'
import {
  type AttachmentRow,
  auditedDocument,
  deleteFromDraft,
  deleteWithoutDraft,
  findAttachment,
  markRemoved,
  namesInUse,
  wasApproved,
} from '../queries/attachments.ts'
import { removeTaxForm } from './attach.ts'

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

/** Deletes a document on a draft. Documents on a request or a payee are only marked as removed. */
export function removeAttachment(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
): Promise<SavedAttachment> {
  return commit(services, repeatable, async (unit) => {
    const document = await findAttachment(unit.trx, id)
    if (!document) throw notFound('document')
    if (document.draft_id !== null) return removeFromDraft(unit, caller, document, document.draft_id)
    if (document.payee_id !== null) return removeTaxForm(unit, caller, document, document.payee_id)
    return removeFromRequest(unit, caller, document)
  })
}

async function removeFromDraft(
  { trx }: Unit,
  caller: Caller,
  document: AttachmentRow,
  draftId: number,
): Promise<SavedAttachment> {
  if (!(await findDraft(trx, ownerOf(caller), draftId))) throw notFound('document')
  await deleteFromDraft(trx, document.id)
  return presentSaved(document, null)
}

async function removeFromRequest(unit: Unit, caller: Caller, document: AttachmentRow): Promise<SavedAttachment> {
  const { trx, now } = unit
  const { id, check_request_id, created_by_id: createdById, removed_at } = document
  const request = check_request_id === null ? undefined : await loadForChange(trx, caller, check_request_id, undefined)
  if (!request) throw notFound('document')
  const isRemoved = removed_at !== null
  refuse(refusalToRemove(caller, { createdById, isRemoved, wasApproved: await wasApproved(trx, request.id) }))
  await beforeChange(trx, 'attachment', id)
  const by = { removed_by_id: caller.userId, removed_by_name: caller.name, removed_at: moment(now) }
  await markRemoved(trx, id, by)
  await deleteReading(trx, id)
  const changes = [{ field: 'document', from: document.name, to: null }]
  const event = { name: 'detached', changes, details: { document: auditedDocument(document) } } as const
  await applyChange(unit, caller, request, { values: {}, event })
  return presentSaved({ ...document, ...by }, changedRequest(request).version)
}

const hour = 3_600_000
const atOnce = 200

/**
 * Removes stored files that belong to no document or kept email. Such files remain after a crash between storing a file
 * and inserting its row, and after a draft is discarded. Keeps recent files, because their rows might still be
 * inserted. Returns the number of removed files.
 */
export async function sweepFiles({
  files,
  database,
  clock,
}: Pick<Services, 'files' | 'database' | 'clock'>): Promise<number> {
  await database.transact(deleteWithoutDraft)
  await files.forgetArriving(clock() - hour)
  let removed = 0
  for await (const names of inGroups(files, clock() - hour)) {
    const [used, kept] = [await namesInUse(database.read, names), await keptFiles(database.read, names)]
    const unused = names.filter((name) => !used.has(name) && !kept.has(name))
    for (const storedAs of unused) await files.remove({ storedAs })
    removed += unused.length
  }
  return removed
}

/** Yields the names of files stored before this moment, in batches. */
async function* inGroups(files: Services['files'], before: number): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const { name, storedAt } of files.list()) {
    if (storedAt <= before) names.push(name)
    if (names.length < atOnce) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}
