import { mayDo } from '@check-requests/domain/access/permissions.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { deleteView, deleteViewsOf, findView } from '../queries/views.ts'
import { ownerOf } from './owner.ts'

const notYours = 'Only the person who shared this view, or an admin of the dealer group, can delete it.'

/** Deletes a view of the caller's own, or for admins of the dealer group a shared one. */
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

/** Removes everything that a person who is deleted or moves to another dealer group has saved about lists. */
export function removeViewsOf(trx: Tx, userId: number): Promise<void> {
  return deleteViewsOf(trx, userId)
}
