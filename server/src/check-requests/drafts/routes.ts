import { draftEndpoints as endpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import { type Draft, storedDraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { together } from '../../platform/threads/promises.ts'
import type { Services } from '../../services.ts'
import { createDraft, discardDraft, updateDraft } from './commands/drafts.ts'
import { type DraftRow, findDraft, listDrafts, ownerOf } from './queries/drafts.ts'

export function registerDrafts(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller, query }) => {
    const { dealerGroupId } = caller.scope
    const [drafts, group] = await together(
      listDrafts(read, ownerOf(caller), query.form),
      dealerGroupId === null ? undefined : findGroup(read, dealerGroupId),
    )
    // The form of a new request asks first for its drafts, and its next step is often a dropped invoice.
    if (group?.reads_documents !== 0) void services.readings.prepare()
    return { message: 'Drafts', data: drafts.map(presentDraft) }
  })
  api.on(endpoints.detail, async ({ caller, params }) => {
    const draft = await findDraft(read, ownerOf(caller), params.id)
    if (!draft) throw notFound('draft')
    return { message: 'Draft', data: presentDraft(draft) }
  })
  api.on(endpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'Draft saved',
    data: await createDraft(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => ({
    message: 'Draft saved',
    data: await updateDraft(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.remove, async ({ caller, repeatable, params }) => ({
    message: 'Draft discarded',
    data: await discardDraft(services, { caller, repeatable }, params.id),
  }))
}

function presentDraft({ content, user_id, role_id, dealer_group_id, ...draft }: DraftRow): Draft {
  return { ...draft, values: storedDraftValues.parse(JSON.parse(content)) }
}
