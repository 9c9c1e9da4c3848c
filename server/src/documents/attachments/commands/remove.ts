import type { SavedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { refusalToRemove } from '@check-requests/domain/documents/attachments/rules.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { applyChange, changedRequest, loadForChange, refuse } from '../../../check-requests/commands/apply-change.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
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
 * Removes stored files that belong to no document or kept email. Such files remain after a crash between storing a file and inserting
 * its row, and after a draft is discarded. Keeps recent files, because their rows might still be inserted. Returns the
 * number of removed files.
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
    const used = await namesInUse(database.read, names)
    const kept = new Set(await keptFiles(database.read, names))
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
