import { draftsKeptForDays } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { deleteDraft, deleteDraftsBefore, deleteDraftsOf, findDraft } from '../queries/drafts.ts'
import { ownerOf } from './owner.ts'

const day = 86_400_000

/** Removes a draft that its owner no longer wants. */
export function discardDraft(services: Services, { caller, repeatable }: Command, id: number): Promise<{ id: number }> {
  return commit(services, repeatable, async ({ trx }) => {
    if (!(await findDraft(trx, ownerOf(caller), id))) throw notFound('draft')
    await deleteDraft(trx, id)
    return { id }
  })
}

/** Removes the draft that became a request. If it is already gone or somebody else's, nothing changes. */
export async function removeSubmittedDraft(trx: Tx, caller: Caller, id: number): Promise<void> {
  if (await findDraft(trx, ownerOf(caller), id)) await deleteDraft(trx, id)
}

/** Removes all drafts of a person who is deleted or moves to another dealer group. */
export function removeDraftsOf(trx: Tx, userId: number): Promise<void> {
  return deleteDraftsOf(trx, userId)
}

/** Removes drafts that have not changed for thirty days. */
export function removeOldDrafts(trx: Tx, now: number): Promise<void> {
  return deleteDraftsBefore(trx, moment(now - draftsKeptForDays * day))
}
