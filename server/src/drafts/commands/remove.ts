import { draftsKeptForDays } from '@check-requests/domain/drafts/fields.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Command } from '../../sessions/queries/command.ts'
import type { Tx } from '../../tables.ts'
import { deleteDraft, deleteDraftsBefore, deleteDraftsOf, findDraft } from '../queries/drafts.ts'
import { ownerOf } from './owner.ts'

const day = 86_400_000

/** Removes a draft that its owner does not want any more. */
export function discardDraft(services: Services, { caller, repeatable }: Command, id: number): Promise<{ id: number }> {
  return commit(services, repeatable, async ({ trx }) => {
    if (!(await findDraft(trx, ownerOf(caller), id))) throw notFound('draft')
    await deleteDraft(trx, id)
    return { id }
  })
}

/** Removes the draft that became a request. One that is gone already, or that is somebody else's, changes nothing. */
export async function removeSubmittedDraft(trx: Tx, caller: Caller, id: number): Promise<void> {
  if (await findDraft(trx, ownerOf(caller), id)) await deleteDraft(trx, id)
}

/** Removes all drafts of a person who is deleted or moves to another dealer group. */
export function removeDraftsOf(trx: Tx, userId: number): Promise<void> {
  return deleteDraftsOf(trx, userId)
}

/** Removes drafts that nobody has changed for thirty days. */
export function removeOldDrafts(trx: Tx, now: number): Promise<void> {
  return deleteDraftsBefore(trx, moment(now - draftsKeptForDays * day))
}
