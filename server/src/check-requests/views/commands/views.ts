import { mayDo } from '@check-requests/domain/access/permissions.ts'
import {
  type CreateViewInput,
  type ListLayout,
  listLayout,
  mostViews,
  type SavedLayout,
  type SavedView,
  type SaveLayoutInput,
  type UpdateViewInput,
} from '@check-requests/domain/check-requests/views/fields.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import {
  countViews,
  deleteView,
  deleteViewsOf,
  findView,
  insertView,
  type listLayouts,
  ownerOf,
  replaceView,
  type SavedViewRow,
  storeLayout,
} from '../queries/views.ts'

const tooMany = `You already have ${mostViews} saved views, the maximum. Delete one first.`
const tooManyShared = `Your dealer group already has ${mostViews} shared views, the maximum. Delete one first, or ask the person who shared it.`
const mayNotShare = 'Your role can’t share views. Save the view without sharing it.'

/** Stores the caller's columns for a list. */
export function saveLayout(
  services: Services,
  { caller, repeatable }: Command,
  input: SaveLayoutInput,
): Promise<SaveLayoutInput> {
  return commit(services, repeatable, async ({ trx }) => {
    await storeLayout(trx, ownerOf(caller), { list: input.list, layout: JSON.stringify(input.layout) })
    return input
  })
}

/** Saves a view. A view isn't a business record, so it isn't in the audit trail. */
export function createView(
  services: Services,
  { caller, repeatable }: Command,
  { list, name, query, layout, shared }: CreateViewInput,
): Promise<SavedView> {
  return commit(services, repeatable, async ({ trx, now }) => {
    const owner = ownerOf(caller)
    if ((await countViews(trx, owner)).own >= mostViews) throw new Failure('CONFLICT', tooMany)
    if (shared) await requireRoomToShare(trx, caller)
    const values = { name, query, layout: stored(layout), shared: shared ? 1 : 0 }
    const id = await insertView(trx, owner, { list, ...values, created_at: moment(now) })
    return viewOf(trx, caller, id)
  })
}

/** Changes the caller's own view. */
export function updateView(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { name, query, layout, shared }: UpdateViewInput,
): Promise<SavedView> {
  return commit(services, repeatable, async ({ trx }) => {
    const view = await findView(trx, ownerOf(caller), id)
    if (view?.user_id !== caller.userId) throw notFound('view')
    if (shared && !view.shared) await requireRoomToShare(trx, caller)
    await replaceView(trx, id, {
      name: name ?? view.name,
      query: query ?? view.query,
      layout: layout === undefined ? view.layout : stored(layout),
      shared: shared === undefined ? view.shared : Number(shared),
    })
    return viewOf(trx, caller, id)
  })
}

async function requireRoomToShare(trx: Tx, caller: Caller): Promise<void> {
  const { role, scope } = caller
  if (scope.dealerGroupId === null || !mayDo({ role, level: scope.level }, 'views.share'))
    throw new Failure('FORBIDDEN', mayNotShare)
  const { shared } = await countViews(trx, ownerOf(caller))
  if (shared >= mostViews) throw new Failure('CONFLICT', tooManyShared)
}

async function viewOf(trx: Tx, caller: Caller, id: number): Promise<SavedView> {
  const view = await findView(trx, ownerOf(caller), id)
  if (!view) throw notFound('view')
  return presentView(view, caller.userId)
}

function stored(layout: ListLayout | null): string | null {
  return layout && JSON.stringify(layout)
}

const notYours = 'Only the person who shared this view, or an admin of the dealer group, can delete it.'

/** Deletes the caller's own view or, for admins of the dealer group, a shared one. */
export function removeView(services: Services, { caller, repeatable }: Command, id: number): Promise<{ id: number }> {
  return commit(services, repeatable, async ({ trx }) => {
    const view = await findView(trx, ownerOf(caller), id)
    if (!view) throw notFound('view')
    const { role, scope } = caller
    if (view.user_id !== caller.userId && !mayDo({ role, level: scope.level }, 'views.delete-shared'))
      throw new Failure('FORBIDDEN', notYours)
    await deleteView(trx, id)
    return { id }
  })
}

/** Deletes all saved list settings of a user who is deleted or moves to another dealer group. */
export function removeViewsOf(trx: Tx, userId: number): Promise<void> {
  return deleteViewsOf(trx, userId)
}

type LayoutRow = Awaited<ReturnType<typeof listLayouts>>[number]

export function presentLayout({ list, layout }: LayoutRow): SavedLayout {
  return { list, layout: listLayout.parse(JSON.parse(layout)) }
}

export function presentView(row: SavedViewRow, callerId: number): SavedView {
  const { id, list, name, query, layout, shared, first_name, last_name } = row
  return {
    id,
    list,
    name,
    query,
    layout: layout === null ? null : listLayout.parse(JSON.parse(layout)),
    shared: shared === 1,
    own: row.user_id === callerId,
    owner_name: `${first_name} ${last_name}`,
  }
}
