import type { DraftForm } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { Selectable } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { DraftTable } from '../tables.ts'

export type DraftRow = Selectable<DraftTable>

/** The owner of drafts: a user in one role and in their current dealer group. */
interface Owner {
  readonly userId: number
  readonly roleId: number
  readonly dealerGroupId: number | null
}

/** The owner's drafts of one form or all, most recently changed first. */
export function listDrafts(db: Db, owner: Owner, form: DraftForm | undefined): Promise<DraftRow[]> {
  const query = draftsOf(db, owner).orderBy('updated_at', 'desc').orderBy('id', 'desc')
  return (form ? query.where('form', '=', form) : query).execute()
}

export function findDraft(db: Db, owner: Owner, id: number): Promise<DraftRow | undefined> {
  return draftsOf(db, owner).where('id', '=', id).executeTakeFirst()
}

function draftsOf(db: Db, { userId, roleId, dealerGroupId }: Owner) {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('role_id', '=', roleId)
    .where('dealer_group_id', dealerGroupId === null ? 'is' : '=', dealerGroupId)
}

/** The number of drafts that a user has in all roles, without those of recurring requests. */
export async function countDrafts(db: Db, userId: number): Promise<number> {
  const own = db
    .selectFrom('drafts')
    .leftJoin('recurring_drafts', 'recurring_drafts.draft_id', 'drafts.id')
    .select('drafts.id')
    .where('user_id', '=', userId)
    .where('recurring_drafts.draft_id', 'is', null)
  return (await own.execute()).length
}

export async function insertDraft(
  trx: Tx,
  { userId, roleId, dealerGroupId }: Owner,
  { at, ...draft }: { form: DraftForm; content: string; received_from?: string; at: string },
): Promise<number> {
  const owner = { user_id: userId, role_id: roleId, dealer_group_id: dealerGroupId }
  const row = { ...owner, ...draft, created_at: at, updated_at: at }
  return (await trx.insertInto('drafts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Replaces the contents of a draft that still has this version. Returns true if it did. */
export async function replaceContent(
  trx: Tx,
  { id, version }: Pick<DraftRow, 'id' | 'version'>,
  content: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('drafts')
    .set({ content, version: version + 1, updated_at: at })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteDraft(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('drafts').where('id', '=', id).execute()
}

export async function deleteDraftsOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('drafts').where('user_id', '=', userId).execute()
}

export async function deleteDraftsBefore(trx: Tx, moment: string): Promise<void> {
  await trx.deleteFrom('drafts').where('updated_at', '<', moment).execute()
}

/** The caller in the form of a draft owner. */
export function ownerOf({ userId, roleId, scope }: Caller): Owner {
  return { userId, roleId, dealerGroupId: scope.dealerGroupId }
}
