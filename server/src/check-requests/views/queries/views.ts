import type { ListName } from '@check-requests/domain/check-requests/views/fields.ts'
import type { Selectable } from 'kysely'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Db, Tx } from '../../../tables.ts'
import type { ListLayoutTable, SavedViewTable } from '../tables.ts'

/** The owner of views and layouts, in the owner's current dealer group. Super admins have no dealer group. */
interface ViewOwner {
  readonly userId: number
  readonly dealerGroupId: number | null
}

export type SavedViewRow = Selectable<SavedViewTable> & { readonly first_name: string; readonly last_name: string }

export function listLayouts(db: Db, { userId }: ViewOwner): Promise<Pick<ListLayoutTable, 'list' | 'layout'>[]> {
  return db.selectFrom('list_layouts').select(['list', 'layout']).where('user_id', '=', userId).execute()
}

/** The owner's views, and the views shared in the owner's dealer group, by name. */
export function listViews(db: Db, owner: ViewOwner): Promise<SavedViewRow[]> {
  return visibleViews(db, owner).orderBy('saved_views.name').orderBy('saved_views.id').execute()
}

/** A view that the owner can see. */
export function findView(db: Db, owner: ViewOwner, id: number): Promise<SavedViewRow | undefined> {
  return visibleViews(db, owner).where('saved_views.id', '=', id).executeTakeFirst()
}

function visibleViews(db: Db, { userId, dealerGroupId }: ViewOwner) {
  return db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.id', 'saved_views.user_id')
    .selectAll('saved_views')
    .select(['users.first_name', 'users.last_name'])
    .where(({ and, eb, or }) =>
      or([
        eb('saved_views.user_id', '=', userId),
        and([eb('saved_views.shared', '=', 1), eb('saved_views.dealer_group_id', '=', dealerGroupId)]),
      ]),
    )
}

/** The number of a user's own views, and of views shared in the user's dealer group. */
export async function countViews(db: Db, owner: ViewOwner): Promise<{ own: number; shared: number }> {
  const views = await listViews(db, owner)
  return {
    own: views.filter(({ user_id }) => user_id === owner.userId).length,
    shared: views.filter(({ shared }) => shared === 1).length,
  }
}

export type ViewValues = Pick<SavedViewTable, 'name' | 'query' | 'layout' | 'shared'>

export async function insertView(
  trx: Tx,
  { userId, dealerGroupId }: ViewOwner,
  values: ViewValues & { list: ListName; created_at: string },
): Promise<number> {
  const row = { user_id: userId, dealer_group_id: dealerGroupId, ...values }
  return (await trx.insertInto('saved_views').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function replaceView(trx: Tx, id: number, values: ViewValues): Promise<void> {
  await trx.updateTable('saved_views').set(values).where('id', '=', id).execute()
}

export async function deleteView(trx: Tx, id: number): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).execute()
}

/** Stores the columns that a user chose for a list, replacing earlier ones. */
export async function storeLayout(
  trx: Tx,
  { userId, dealerGroupId }: ViewOwner,
  { list, layout }: { list: ListName; layout: string },
): Promise<void> {
  await trx
    .insertInto('list_layouts')
    .values({ user_id: userId, dealer_group_id: dealerGroupId, list, layout })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ layout }))
    .execute()
}

/** Deletes all saved list settings of a user. */
export async function deleteViewsOf(trx: Tx, userId: number): Promise<void> {
  await trx.deleteFrom('list_layouts').where('user_id', '=', userId).execute()
  await trx.deleteFrom('saved_views').where('user_id', '=', userId).execute()
}

/** The caller in the form of a view owner. */
export function ownerOf({ userId, scope }: Caller): ViewOwner {
  return { userId, dealerGroupId: scope.dealerGroupId }
}
