import {
  type CreateDraftInput,
  draftsKeptForDays,
  mostDrafts,
  type SavedDraft,
  type UpdateDraftInput,
} from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import {
  countDrafts,
  deleteDraft,
  deleteDraftsBefore,
  deleteDraftsOf,
  findDraft,
  insertDraft,
  ownerOf,
  replaceContent,
} from '../queries/drafts.ts'

const tooMany = `You already have ${mostDrafts} drafts, the maximum. Submit or discard one first.`

/**
 * Stores a new draft. A draft isn't a business record, so it is in no list and not in the audit trail. `received_from`:
 * the sender of the email that it is made from.
 */
export function createDraft(
  services: Services,
  { caller, repeatable }: Command,
  { form, values, ...origin }: CreateDraftInput & { received_from?: string },
): Promise<SavedDraft> {
  return commit(services, repeatable, async ({ trx, now }) => {
    const at = moment(now)
    if ((await countDrafts(trx, caller.userId)) >= mostDrafts) throw new Failure('CONFLICT', tooMany)
    const id = await insertDraft(trx, ownerOf(caller), { form, content: JSON.stringify(values), ...origin, at })
    return { id, version: 1, updated_at: at }
  })
}

/**
 * Replaces a draft's contents unless the draft has changed since the sender saw it. Saving identical contents changes
 * nothing.
 */
export function updateDraft(
  services: Services,
  { caller, repeatable }: Command,
  id: number,
  { version, values }: UpdateDraftInput,
): Promise<SavedDraft> {
  const content = JSON.stringify(values)
  return commit(services, repeatable, async ({ trx, now }) => {
    const at = moment(now)
    const draft = await findDraft(trx, ownerOf(caller), id)
    if (!draft) throw notFound('draft')
    if (draft.content === content) return { id, version: draft.version, updated_at: draft.updated_at }
    const replaced = version === draft.version && (await replaceContent(trx, draft, content, at))
    if (!replaced) throw await changedElsewhere(trx, caller, id)
    return { id, version: draft.version + 1, updated_at: at }
  })
}

async function changedElsewhere(trx: Tx, caller: Caller, id: number): Promise<Failure> {
  const draft = await findDraft(trx, ownerOf(caller), id)
  if (!draft) return notFound('draft')
  const current = { version: draft.version, updated_at: draft.updated_at, updated_by: caller.name }
  return new Failure(
    'CONFLICT',
    'This draft was changed in another window or on another device. Reload it before you continue.',
    { current },
  )
}

const day = 86_400_000

/** Deletes a draft for its owner. */
export function discardDraft(services: Services, { caller, repeatable }: Command, id: number): Promise<{ id: number }> {
  return commit(services, repeatable, async ({ trx }) => {
    if (!(await findDraft(trx, ownerOf(caller), id))) throw notFound('draft')
    await deleteDraft(trx, id)
    return { id }
  })
}

/** Deletes the draft that became a request. Does nothing if the draft is already gone or belongs to another user. */
export async function removeSubmittedDraft(trx: Tx, caller: Caller, id: number): Promise<void> {
  if (await findDraft(trx, ownerOf(caller), id)) await deleteDraft(trx, id)
}

/** Deletes all drafts of a user who is deleted or moves to another dealer group. */
export function removeDraftsOf(trx: Tx, userId: number): Promise<void> {
  return deleteDraftsOf(trx, userId)
}

/** Deletes the drafts of a deleted recurring request. */
export async function removeDrafts(trx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await deleteDraft(trx, id)
}

/** Deletes drafts that haven't changed for thirty days. */
export function removeOldDrafts(trx: Tx, now: number): Promise<void> {
  return deleteDraftsBefore(trx, moment(now - draftsKeptForDays * day))
}
