import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { Conditions, Policy, Rule } from '@check-requests/domain/approvals/policy.ts'
import type {
  ApprovalReply,
  DraftReply,
  PolicyReply,
  TitleReply,
  VersionReply,
} from '@check-requests/domain/approvals/replies.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
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
import { type DraftRow, listPolicies, type PolicyRow, peopleIn, policyIn } from './queries/policies.ts'
import { askAuthority, type OnItsWay } from './queries/routes.ts'
import { type HeldTitle, listHolders, listStillInForce, listTitles, type TitleRow } from './queries/titles.ts'

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

type Holder = Awaited<ReturnType<typeof listHolders>>[number]

interface Holders {
  readonly held: readonly Holder[]
  /** The titles in force of users who have other titles pending confirmation. */
  readonly inForce: ReadonlyMap<number, readonly HeldTitle[]>
  /** The titles that their holders are about to lose. */
  readonly stillInForce: readonly Holder[]
}

function presentTitles(titles: readonly TitleRow[], { held, inForce, stillInForce }: Holders): TitleReply[] {
  const byTitle = Map.groupBy(held, ({ approval_title_id }) => approval_title_id)
  const leaving = Map.groupBy(stillInForce, ({ approval_title_id }) => approval_title_id)
  return titles.map(({ id, version, dealer_group_id, name, is_active }) => ({
    id,
    version,
    dealer_group_id,
    name,
    is_active: is_active === 1,
    holders: (byTitle.get(id) ?? []).map((holder) => ({
      ...presentHolder(holder),
      ...(waits(holder, inForce.get(holder.user_id)) && { waits: true }),
    })),
    ...(leaving.has(id) && { still_count: leaving.get(id)?.map(presentHolder) }),
  }))
}

function presentHolder({ user_id, first_name, last_name, dealership_id, dealership_name }: Holder) {
  const place = { dealership_id: dealership_id === 0 ? null : dealership_id, dealership_name }
  return { user_id, name: `${first_name} ${last_name}`, ...place }
}

function waits({ approval_title_id, dealership_id }: Holder, inForce: readonly HeldTitle[] | undefined): boolean {
  return (
    inForce?.every((title) => title.approval_title_id !== approval_title_id || title.dealership_id !== dealership_id) ??
    false
  )
}

/** The draft or, without one, the policy from which the next draft begins. */
function presentDraft(
  dealerGroupId: number,
  { draft, inForce, policy }: { draft: DraftRow | undefined; inForce: PolicyRow | undefined; policy: Policy },
  warnings: string[],
): DraftReply {
  return {
    dealer_group_id: dealerGroupId,
    version: draft?.version ?? 0,
    in_force: inForce?.number ?? null,
    policy: presentPolicy(policy),
    edited_by: draft ? peopleIn(draft.edited_by) : [],
    edited_at: draft?.edited_at ?? null,
    warnings,
  }
}

function presentVersion(row: PolicyRow, inForce: number): VersionReply {
  return {
    number: row.number,
    note: row.note,
    edited_by: peopleIn(row.edited_by),
    published_by: { id: row.published_by_id, name: row.published_by_name },
    published_at: row.published_at,
    is_in_force: row.number === inForce,
    policy: presentPolicy(policyIn(row)),
  }
}

function presentPolicy({ rules, ...others }: Policy): PolicyReply {
  return { rules: rules.map(presentRule), ...others }
}

function presentRule({ conditions, ...rule }: Rule): PolicyReply['rules'][number] {
  return { ...rule, conditions: presentConditions(conditions) }
}

function presentConditions({ amount_from, amount_to, ...others }: Conditions) {
  return { amount_from: dollars(amount_from), amount_to: dollars(amount_to), ...others }
}

function dollars(cents: Cents | null): number | null {
  return cents === null ? null : centsToDollars(cents)
}

/** The users who approved, or for whom a delegate approved. */
function peopleOf({ approvals }: OnItsWay): number[] {
  return [...new Set(approvals.flatMap(({ user_id, for_user_id }) => [user_id, ...(for_user_id ? [for_user_id] : [])]))]
}

/** The progress of a request. `names` contains the names of the users who approved the request. */
function presentApproval(
  way: OnItsWay,
  names: ReadonlyMap<number, string>,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): ApprovalReply {
  const { route, approvals, authority, escalatedSince } = way
  const named = (id: number) => ({ id, name: names.get(id) ?? 'Someone' })
  return {
    policy_number: route.policy_number,
    rule: route.rule,
    added: JSON.parse(route.added),
    current: authority.current,
    since: route.step_since,
    on_fallback: authority.onFallback,
    is_stuck: authority.isStuck,
    ...(authority.current !== null && escalatedSince !== null && { offered_since: moment(escalatedSince) }),
    refusal: (role === 'approver' && authority.current !== null && authority.whyNot(userId)) || null,
    steps: authority.steps.map(({ name, needed, canAct }, index) => ({
      name,
      needed,
      approved_by: approvals
        .filter(({ step }) => step === index)
        .map(({ user_id, for_user_id, created_at }) => ({
          user_id,
          name: named(user_id).name,
          for: for_user_id === null ? null : named(for_user_id),
          at: created_at,
        })),
      can_act: canAct.map((decider) => ({ id: decider.userId, name: decider.name })),
      ...turnOf(index, way),
    })),
  }
}

/** When a step started waiting, if known. */
function turnOf(step: number, { route, approvals, authority }: OnItsWay): { since?: string } {
  if (step === authority.current) return { since: route.step_since }
  const before = approvals.find((approval) => approval.completes === 1 && approval.step === step - 1)
  return before ? { since: before.created_at } : {}
}
