import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { Insertable, Selectable } from 'kysely'
import { type Params, prepare } from '../../../platform/database/prepared.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { AttachmentTable } from '../tables.ts'

export type AttachmentRow = Selectable<AttachmentTable>
export type NewAttachment = Insertable<AttachmentTable>

/** The request, draft, or payee that a document belongs to. */
export type Owner = Pick<AttachmentRow, 'check_request_id' | 'draft_id' | 'payee_id'>

export function ofRequest(id: number): Owner {
  return { check_request_id: id, draft_id: null, payee_id: null }
}

export function ofDraft(id: number): Owner {
  return { check_request_id: null, draft_id: id, payee_id: null }
}

export function ofPayee(id: number): Owner {
  return { check_request_id: null, draft_id: null, payee_id: id }
}

const byRequest = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('attachments').selectAll().where('check_request_id', '=', param('id')).orderBy('id'),
)

const byDraft = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('attachments').selectAll().where('draft_id', '=', param('id')).orderBy('id'),
)

const byPayee = prepare((db: Db, param: Params<{ id: number }>) =>
  db.selectFrom('attachments').selectAll().where('payee_id', '=', param('id')).orderBy('id'),
)

/** Lists an owner's documents in the order they were added, including removed and replaced ones. */
export async function listAttachments(
  db: Db,
  { check_request_id: request, draft_id: draft, payee_id: payee }: Owner,
): Promise<AttachmentRow[]> {
  if (request !== null) return byRequest(db, { id: request }).all()
  if (draft !== null) return byDraft(db, { id: draft }).all()
  return payee === null ? [] : byPayee(db, { id: payee }).all()
}

/** Finds a payee's current W-9, which is neither replaced nor removed. */
export async function findCurrentTaxForm(db: Db, payeeId: number): Promise<AttachmentRow | undefined> {
  return (await listAttachments(db, ofPayee(payeeId))).find(isCurrent)
}

/** Returns true if a document is neither replaced nor removed. */
export function isCurrent({ removed_at, replaced_at }: Pick<AttachmentRow, 'removed_at' | 'replaced_at'>): boolean {
  return removed_at === null && replaced_at === null
}

/** Marks a W-9 as replaced by a newer one. */
export async function markReplaced(trx: Tx, id: number, at: AttachmentRow['replaced_at']): Promise<void> {
  await trx.updateTable('attachments').set({ replaced_at: at }).where('id', '=', id).execute()
}

/** Moves a payee's W-9s to the payee that it is merged into. */
export async function giveToPayee(trx: Tx, fromId: number, toId: number): Promise<void> {
  await trx.updateTable('attachments').set({ payee_id: toId }).where('payee_id', '=', fromId).execute()
}

/** Lists the newest documents on these requests, without removed ones. */
export async function listDocumentsOf(db: Db, requestIds: readonly number[], limit: number): Promise<AttachmentRow[]> {
  if (requestIds.length === 0) return []
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('check_request_id', 'in', requestIds)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findAttachment(db: Db, id: number): Promise<AttachmentRow | undefined> {
  return db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function insertAttachment(trx: Tx, row: NewAttachment): Promise<AttachmentRow> {
  return trx.insertInto('attachments').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Moves the documents of a draft to the request that it became. */
export async function giveToRequest(
  trx: Tx,
  draftId: number,
  request: { readonly id: number; readonly dealer_group_id: number },
): Promise<void> {
  const { id: check_request_id, dealer_group_id } = request
  const values = { check_request_id, dealer_group_id, draft_id: null }
  await trx.updateTable('attachments').set(values).where('draft_id', '=', draftId).execute()
}

export async function markRemoved(
  trx: Tx,
  id: number,
  by: Pick<AttachmentRow, 'removed_at' | 'removed_by_id' | 'removed_by_name'>,
): Promise<void> {
  await trx.updateTable('attachments').set(by).where('id', '=', id).execute()
}

/** Deletes a document on a draft. */
export async function deleteFromDraft(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('attachments').where('id', '=', id).where('draft_id', 'is not', null).execute()
}

/** Deletes documents whose draft no longer exists. */
export async function deleteWithoutDraft(trx: Tx): Promise<void> {
  await trx
    .deleteFrom('attachments')
    .where('draft_id', 'is not', null)
    .where('draft_id', 'not in', trx.selectFrom('drafts').select('id'))
    .execute()
}

/** Returns true if the request was ever approved, even if it was sent back later. */
export async function wasApproved(db: Db, requestId: number): Promise<boolean> {
  const entry = await db
    .selectFrom('status_history')
    .select('id')
    .where('check_request_id', '=', requestId)
    .where('action', '=', 'status')
    .where('status_id', '=', statusNamed('approved').id)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/** Returns the stored file names in this list that belong to a document. */
export async function namesInUse(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('attachments').select('stored_as').where('stored_as', 'in', names).execute()
  return new Set(rows.map((row) => row.stored_as))
}

/** Yields all documents, ordered by id. */
export async function* documentsOf(db: Db): AsyncGenerator<AttachmentRow> {
  let last = 0
  for (;;) {
    const page = await db
      .selectFrom('attachments')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute()
    yield* page
    last = page.at(-1)?.id ?? last
    if (page.length < 500) return
  }
}

/** The audit record of a document. The content hash distinguishes the document from any other. */
export function auditedDocument({ id, name, kind, size, sha256 }: AttachmentRow) {
  return { id, name, kind, size, sha256 }
}
