import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { namesOfUsers } from '../access/accounts/queries/store.ts'
import { listTitlesInForce } from '../access/pending-accounts/queries/confirmations.ts'
import type { Authenticated } from '../access/sessions/guard.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { findVisible, subjectOf } from '../check-requests/queries/detail/find.ts'
import { moment } from '../platform/clock.ts'
import { notFound } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { previewApproval } from './commands/approval-route.ts'
import { discardDraft, saveDraft, warningsOf } from './commands/draft.ts'
import { readDraft, requireGroup } from './commands/policy.ts'
import { publishPolicy } from './commands/publish.ts'
import { routeAgain } from './commands/route-again.ts'
import { changeTitle, createTitle, holdTitles } from './commands/titles.ts'
import { tryHistory, tryPolicy } from './commands/try-policy.ts'
import { peopleOf, presentApproval, presentDraft, presentTitles, presentVersion } from './presenter.ts'
import { listPolicies } from './queries/policies.ts'
import { askAuthority } from './queries/routes.ts'
import { listHolders, listStillInForce, listTitles } from './queries/titles.ts'

export function registerApprovals(api: Api<Authenticated>, services: Services): void {
  registerPolicies(api, services)
  registerTitles(api, services)
  registerApproval(api, services)
}

function registerApproval(api: Api<Authenticated>, services: Services): void {
  const { database, clock } = services
  const { read } = database
  api.on(endpoints.routeAgain, async ({ caller, repeatable, params, body }) => ({
    message: 'Check request routed again',
    data: await routeAgain(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.preview, async ({ caller, body }) => ({
    message: 'Approval',
    data: await previewApproval(services, caller, body),
  }))
  api.on(endpoints.approval, async ({ caller, params }) => {
    const request = await findVisible(read, caller, params.id)
    if (!request) throw notFound('check request')
    const asked = await askAuthority(read, subjectOf(request), moment(clock()))
    const people = asked ? await namesOfUsers(read, peopleOf(asked)) : new Map()
    return { message: 'Approval', data: asked ? presentApproval(asked, people, caller) : null }
  })
}

function registerPolicies(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const draftOf = async (id: number) => {
    const edited = await readDraft(read, id)
    const warnings = await warningsOf(read, id, edited.policy, moment(services.clock()))
    return presentDraft(id, edited, warnings)
  }
  const versionsOf = async (id: number) => {
    const rows = await listPolicies(read, id)
    return rows.map((row) => presentVersion(row, rows[0]?.number ?? 0))
  }
  api.on(endpoints.draft, async ({ caller, params: { id } }) => {
    await requireGroup(read, caller, id)
    return { message: 'Approval policy', data: await draftOf(id) }
  })
  api.on(endpoints.saveDraft, async ({ caller, repeatable, params, body }) => {
    const id = await saveDraft(services, { caller, repeatable }, params.id, body)
    return { message: 'Approval policy saved', data: await draftOf(id) }
  })
  api.on(endpoints.discardDraft, async ({ caller, repeatable, params, body }) => {
    const id = await discardDraft(services, { caller, repeatable }, params.id, body)
    return { message: 'Draft discarded', data: await draftOf(id) }
  })
  api.on(endpoints.publish, async ({ caller, repeatable, params: { id }, body }) => {
    const number = await publishPolicy(services, { caller, repeatable }, id, body)
    const version = (await versionsOf(id)).find((one) => one.number === number)
    if (!version) throw notFound('approval policy')
    return { message: `Approval policy ${number} is in force`, data: version }
  })
  api.on(endpoints.tryPolicy, async ({ caller, params: { id }, body }) => ({
    message: 'Trial',
    data: await tryPolicy(services, caller, id, body),
  }))
  api.on(endpoints.tryHistory, async ({ caller, params: { id }, body }) => ({
    message: 'Trial',
    data: await tryHistory(services, caller, id, body),
  }))
  api.on(endpoints.versions, async ({ caller, params: { id } }) => {
    await requireGroup(read, caller, id)
    return { message: 'Approval policies', data: await versionsOf(id) }
  })
}

function registerTitles(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  const titlesOf = async (groupId: number | null) => {
    const inForce = await listTitlesInForce(read, groupId, moment(services.clock()))
    const held = await listHolders(read, groupId)
    const stillInForce = await listStillInForce(read, held, inForce)
    return presentTitles(await listTitles(read, groupId), { held, inForce, stillInForce })
  }
  const titleOf = async ({ scope }: Caller, id: number) => {
    const title = (await titlesOf(scope.dealerGroupId)).find((one) => one.id === id)
    if (!title) throw notFound('approval title')
    return title
  }
  api.on(endpoints.titles, async ({ caller }) => ({
    message: 'Approval titles',
    data: await titlesOf(caller.scope.dealerGroupId),
  }))
  api.on(endpoints.createTitle, async ({ caller, repeatable, body }) => {
    const id = await createTitle(services, { caller, repeatable }, body)
    return { message: 'Approval title created', data: await titleOf(caller, id) }
  })
  api.on(endpoints.updateTitle, async ({ caller, repeatable, params, body }) => {
    const id = await changeTitle(services, { caller, repeatable }, params.id, body)
    return { message: 'Approval title updated', data: await titleOf(caller, id) }
  })
  api.on(endpoints.holdTitles, async ({ caller, repeatable, params, body }) => {
    const groupId = await holdTitles(services, { caller, repeatable }, params.id, body)
    return { message: 'Approval titles set', data: await titlesOf(groupId) }
  })
}
