import {
  type CreateDraftInput,
  mostDrafts,
  type UpdateDraftInput,
} from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { SavedDraft } from '@check-requests/domain/check-requests/drafts/replies.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { countDrafts, findDraft, insertDraft, replaceContent } from '../queries/drafts.ts'
import { ownerOf } from './owner.ts'

const tooMany = `You have ${mostDrafts} drafts already. Submit or discard one of them first.`

/** Stores a new draft. It is not a business record: it appears in neither the audit trail nor any list. */
export function createDraft(
  services: Services,
  { caller, repeatable }: Command,
  { form, values }: CreateDraftInput,
): Promise<SavedDraft> {
  return commit(services, repeatable, async ({ trx, now }) => {
    const at = moment(now)
    if ((await countDrafts(trx, caller.userId)) >= mostDrafts) throw new Failure('CONFLICT', tooMany)
    const id = await insertDraft(trx, ownerOf(caller), { form, content: JSON.stringify(values), at })
    return { id, version: 1, updated_at: at }
  })
}

/** Replaces a draft's contents unless it has changed since the sender saw it. Saving the same contents is no change. */
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
  return new Failure('CONFLICT', 'This draft was changed in another window or on another device.', { current })
}
