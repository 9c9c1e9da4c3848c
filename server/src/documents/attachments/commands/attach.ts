import {
  type AttachmentFields,
  attachmentFields,
  type DocumentKind,
  type DocumentType,
  documentName,
  documentTypes,
  emptyFile,
  mostDocuments,
  refusalToRemoveTaxForm,
  type SavedAttachment,
  taxFormDocumentFields,
} from '@check-requests/domain/documents/attachments/fields.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import {
  applyChange,
  changedRequest,
  loadForChange,
  refuse,
  whileVisible,
} from '../../../check-requests/commands/apply-change.ts'
import { findDraft, ownerOf } from '../../../check-requests/drafts/queries/drafts.ts'
import { findVisible } from '../../../check-requests/queries/detail/find.ts'
import { findVisiblePayee, loadPayee, notePayee, requirePayee } from '../../../payees/commands/payee.ts'
import { moment } from '../../../platform/clock.ts'
import { canonicalFingerprint } from '../../../platform/crypto/hashes.ts'
import { commit, type Repeatable } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { ReceivedForm } from '../../../platform/files/read-form.ts'
import type { ReceivedFile } from '../../../platform/files/stored-files.ts'
import { parse } from '../../../platform/http/validation.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Db, Tables, Tx } from '../../../tables.ts'
import { afterCreate, beforeChange } from '../../../trail/commands/changes.ts'
import { readSoon } from '../../readings/commands/read-documents.ts'
import type { Inspections } from '../documents/inspect.ts'
import { presentSaved } from '../presenter.ts'
import {
  type AttachmentRow,
  auditedDocument,
  findAttachment,
  findCurrentTaxForm,
  insertAttachment,
  listAttachments,
  markRemoved,
  markReplaced,
  type NewAttachment,
  type Owner,
  ofDraft,
  ofPayee,
  ofRequest,
} from '../queries/attachments.ts'

/** Reads the upload form as it arrives. */
type ReadForm = () => Promise<ReceivedForm<ReceivedFile>>

/** The services of an upload. Whatever inspects its file can be another. */
interface UploadServices extends Omit<Services, 'inspections'> {
  readonly inspections: Pick<Inspections, 'inspect'>
}

type NewDocument = Omit<NewAttachment, 'dealer_group_id' | keyof Owner>

const tooMany = `This request already has ${mostDocuments} documents, the maximum. Remove one, or combine several pages into one file.`

/**
 * Adds a document to a request that the caller can see. This changes the request's version, so that no one decides
 * without having seen the document.
 */
export async function attachToRequest(
  services: UploadServices,
  command: Command,
  id: number,
  readForm: ReadForm,
): Promise<SavedAttachment> {
  const { caller } = command
  const requireRoom = async (db: Db) => {
    if (!(await findVisible(db, caller, id))) throw notFound('check request')
    await refuseTooMany(db, ofRequest(id))
  }
  const repeatable = whileVisible<SavedAttachment>(command, () => id)
  return attach(services, { caller, repeatable, requireRoom, readForm }, async (unit, document) => {
    const request = await loadForChange(unit.trx, caller, id, undefined)
    await refuseTooMany(unit.trx, ofRequest(id))
    const row = await insertAttachment(unit.trx, {
      ...document,
      ...ofRequest(id),
      dealer_group_id: request.dealer_group_id,
    })
    afterCreate(unit.trx, 'attachment', row.id)
    await readSoon(unit, row)
    const changes = [{ field: 'document', from: null, to: row.name }]
    const event = { name: 'attached', changes, details: { document: auditedDocument(row) } } as const
    await applyChange(unit, caller, request, { values: {}, event })
    return presentSaved(row, changedRequest(request).version)
  })
}

/** Adds a document to the caller's own draft. */
export async function attachToDraft(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  readForm: ReadForm,
): Promise<SavedAttachment> {
  const requireRoom = async (db: Db) => {
    if (!(await findDraft(db, ownerOf(caller), id))) throw notFound('draft')
    await refuseTooMany(db, ofDraft(id))
  }
  return attach(services, { caller, repeatable, requireRoom, readForm }, async (unit, document) => {
    await requireRoom(unit.trx)
    const { dealerGroupId: dealer_group_id } = ownerOf(caller)
    const row = await insertAttachment(unit.trx, { ...document, ...ofDraft(id), dealer_group_id })
    await readSoon(unit, row)
    return presentSaved(row, null)
  })
}

interface Attaching {
  /** The document type for an upload form that has no such field. */
  readonly kind?: DocumentKind
  readonly caller: Caller
  readonly repeatable: Repeatable<Tables, SavedAttachment> | undefined
  readonly requireRoom: (db: Db) => Promise<void>
  readonly readForm: ReadForm
}

/**
 * Receives a file, inspects it, stores it, and only then inserts its row, so that a row never names a missing file. If
 * the insert fails, removes the file here or in the sweep.
 */
async function attach(
  services: UploadServices,
  { caller, repeatable, requireRoom, readForm, kind: known }: Attaching,
  insert: (unit: Unit, document: NewDocument) => Promise<SavedAttachment>,
): Promise<SavedAttachment> {
  const { database, files, inspections } = services
  await requireRoom(database.read)
  const { file, fileName, fields } = await readForm()
  try {
    const { kind = known }: AttachmentFields = parse(known ? taxFormDocumentFields : attachmentFields, fields)
    const type = await requireDocument(inspections, file, fileName, caller.scope.dealerGroupId)
    const name = documentName(fileName, type)
    const same = repeatable && withContent(repeatable, [file.sha256, name, kind])
    const stored = await file.keep()
    let isNeeded = false
    try {
      return await commit(services, same, async (unit) => {
        isNeeded = true
        const by = { created_by_id: caller.userId, created_by_name: caller.name, created_at: moment(unit.now) }
        const { sha256, size } = file
        return insert(unit, { name, type, size, sha256, stored_as: stored.storedAs, kind: kind ?? null, ...by })
      })
    } catch (error) {
      isNeeded &&= !(error instanceof Failure)
      throw error
    } finally {
      // After a database error, the row might have been committed anyway.
      if (!isNeeded) await files.remove(stored).catch(() => {})
    }
  } finally {
    await file.discard()
  }
}

function withContent(repeatable: Repeatable<Tables, SavedAttachment>, content: unknown) {
  return { ...repeatable, fingerprint: canonicalFingerprint([repeatable.fingerprint, content]) }
}

async function refuseTooMany(db: Db | Tx, owner: Owner): Promise<void> {
  const isThere = ({ removed_at }: AttachmentRow) => removed_at === null
  const documents = (await listAttachments(db, owner)).filter(isThere)
  if (documents.length >= mostDocuments) throw new Failure('CONFLICT', tooMany)
}

/**
 * Returns the document type detected from the content. Refuses files that aren't documents or whose extension doesn't
 * match.
 */
async function requireDocument(
  inspections: UploadServices['inspections'],
  file: ReceivedFile,
  fileName: string,
  tenant: number | null,
): Promise<DocumentType> {
  if (file.size === 0) throw new Failure('WRONG_TYPE', emptyFile)
  const verdict = await inspections.inspect(file.read, tenant)
  if ('refused' in verdict)
    throw new Failure(verdict.refused === 'unsafe' ? 'UNSAFE_FILE' : 'WRONG_TYPE', verdict.sentence)
  const mismatch = mismatchOf(fileName, verdict.type)
  if (mismatch) throw new Failure('WRONG_TYPE', mismatch)
  return verdict.type
}

// Names without an extension are accepted, because pasted pictures have none.
function mismatchOf(fileName: string, type: DocumentType): string | undefined {
  const row = documentTypes.find((one) => one.type === type)
  const [extension] = /\.[a-z0-9]{1,8}$/i.exec(fileName.trim()) ?? []
  if (!row || !extension || row.extensions.some((known) => known === extension.toLowerCase())) return undefined
  return `This file is a ${row.name}, but its name ends with ${extension}. If this is the right file, rename it.`
}

/** Adds a payee's W-9. The previous one is kept, marked as replaced. */
export function attachToPayee(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  readForm: ReadForm,
): Promise<SavedAttachment> {
  const requireRoom = async (db: Db) => void (await requirePayee(db, caller, id))
  const attaching = { caller, repeatable, requireRoom, readForm, kind: 'tax-form' } as const
  return attach(services, attaching, async (unit, document) => {
    const { trx } = unit
    // Loading the payee for a change also locks it, so that no other W-9 is added at the same time.
    const { name, dealer_group_id } = await loadPayee(unit, caller, id, undefined)
    const replaced = await findCurrentTaxForm(trx, id)
    if (replaced) {
      await beforeChange(trx, 'attachment', replaced.id)
      await markReplaced(trx, replaced.id, moment(unit.now))
    }
    const row = await insertAttachment(trx, { ...document, ...ofPayee(id), dealer_group_id })
    afterCreate(trx, 'attachment', row.id)
    notePayee(unit, caller, {
      verb: 'add-tax-form-document',
      id,
      dealerGroupId: dealer_group_id,
      after: { name, document: auditedDocument(row), ...(replaced && { replaced: auditedDocument(replaced) }) },
    })
    return presentSaved(row, null)
  })
}

/** Removes a payee's W-9 but keeps its entry in the list. A replaced W-9 doesn't become current again. */
export async function removeTaxForm(
  unit: Unit,
  caller: Caller,
  { id }: AttachmentRow,
  payeeId: number,
): Promise<SavedAttachment> {
  const { trx, now } = unit
  if (!(await findVisiblePayee(trx, caller, payeeId))) throw notFound('document')
  const { name, dealer_group_id: dealerGroupId } = await loadPayee(unit, caller, payeeId, undefined)
  // Reads the row again after locking the payee.
  const document = await findAttachment(trx, id)
  if (document?.payee_id !== payeeId) throw notFound('document')
  const { role, scope, isAuditor: audits = false } = caller
  refuse(refusalToRemoveTaxForm({ role, level: scope.level, audits }, { isRemoved: document.removed_at !== null }))
  await beforeChange(trx, 'attachment', id)
  const by = { removed_by_id: caller.userId, removed_by_name: caller.name, removed_at: moment(now) }
  await markRemoved(trx, id, by)
  const before = { name, document: auditedDocument(document) }
  notePayee(unit, caller, { verb: 'remove-tax-form-document', id: payeeId, dealerGroupId, before, after: { name } })
  return presentSaved({ ...document, ...by }, null)
}
