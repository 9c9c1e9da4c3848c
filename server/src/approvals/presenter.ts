import type { Conditions, Policy, Rule } from '@check-requests/domain/approvals/policy.ts'
import type { DraftReply, PolicyReply, TitleReply, VersionReply } from '@check-requests/domain/approvals/replies.ts'
import { type Cents, centsToDollars } from '@check-requests/domain/values/money.ts'
import { type DraftRow, type PolicyRow, peopleIn, policyIn } from './queries/policies.ts'
import type { listHolders, TitleRow } from './queries/titles.ts'

type Holder = Awaited<ReturnType<typeof listHolders>>[number]

export function presentTitles(titles: readonly TitleRow[], holders: readonly Holder[]): TitleReply[] {
  const byTitle = Map.groupBy(holders, ({ approval_title_id }) => approval_title_id)
  return titles.map(({ id, version, dealer_group_id, name, is_active }) => ({
    ...{ id, version, dealer_group_id, name, is_active: is_active === 1 },
    holders: (byTitle.get(id) ?? []).map((holder) => ({
      user_id: holder.user_id,
      name: `${holder.first_name} ${holder.last_name}`,
      dealership_id: holder.dealership_id === 0 ? null : holder.dealership_id,
      dealership_name: holder.dealership_name,
    })),
  }))
}

/** A draft, or without one the policy from which the next draft begins. */
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
