import type { Conditions, Policy, Rule } from '@check-requests/domain/approvals/policy.ts'
import type {
  ApprovalReply,
  DraftReply,
  PolicyReply,
  TitleReply,
  VersionReply,
} from '@check-requests/domain/approvals/replies.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../access/sessions/queries/caller.ts'
import { moment } from '../platform/clock.ts'
import { type DraftRow, type PolicyRow, peopleIn, policyIn } from './queries/policies.ts'
import type { OnItsWay } from './queries/routes.ts'
import type { HeldTitle, listHolders, TitleRow } from './queries/titles.ts'

type Holder = Awaited<ReturnType<typeof listHolders>>[number]

interface Holders {
  readonly held: readonly Holder[]
  /** The titles in force of users who have other titles pending confirmation. */
  readonly inForce: ReadonlyMap<number, readonly HeldTitle[]>
  /** The titles that their holders are about to lose. */
  readonly stillInForce: readonly Holder[]
}

export function presentTitles(titles: readonly TitleRow[], { held, inForce, stillInForce }: Holders): TitleReply[] {
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
export function presentDraft(
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

export function presentVersion(row: PolicyRow, inForce: number): VersionReply {
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
export function peopleOf({ approvals }: OnItsWay): number[] {
  return [...new Set(approvals.flatMap(({ user_id, for_user_id }) => [user_id, ...(for_user_id ? [for_user_id] : [])]))]
}

/** The progress of a request. `names` contains the names of the users who approved the request. */
export function presentApproval(
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
