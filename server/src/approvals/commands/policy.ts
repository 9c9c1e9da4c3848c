import { type Policy, policyBody } from '@check-requests/domain/approvals/policy.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findGroup } from '../../organization/queries/places.ts'
import type { Change } from '../../platform/database/change-feed.ts'
import { notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { type DraftRow, findDraft, findPolicyInForce, type PolicyRow, policyIn } from '../queries/policies.ts'

/** The dealer group, if it exists and the caller works with it. Otherwise throws NOT_FOUND (A2). */
export async function requireGroup(db: Db, caller: Caller, id: number) {
  const { dealerGroupId } = caller.scope
  const isOfOthers = dealerGroupId !== null && dealerGroupId !== id
  const group = isOfOthers ? undefined : await findGroup(db, id)
  if (!group) throw notFound('dealer group')
  return group
}

// The rule that applies without a policy: one approval by anyone in scope (A4).
const one = { name: 'Approval', approvers: { anyone_in_scope: true } }
const withoutRules = policyBody.parse({ otherwise: { steps: [one] } })

/** The policy to edit: the draft, or else the policy in force, or else the default rule. */
export interface Edited {
  readonly draft: DraftRow | undefined
  readonly inForce: PolicyRow | undefined
  readonly policy: Policy
}

export async function readDraft(db: Db, dealerGroupId: number): Promise<Edited> {
  const draft = await findDraft(db, dealerGroupId)
  const inForce = await findPolicyInForce(db, dealerGroupId)
  const current = draft ?? inForce
  return { draft, inForce, policy: current ? policyIn(current) : withoutRules }
}

/** A change of an approval policy: edited, discarded, or published under a number. */
interface Noted {
  readonly verb: 'edit' | 'discard' | 'publish'
  readonly id: number | null
  readonly before?: object
  readonly after?: object
}

/**
 * Records the change in the group's audit trail, and updates the screens of everyone who sees the group's organization.
 */
export function notePolicy(
  unit: Unit,
  caller: Caller,
  dealerGroupId: number,
  { verb, id, before, after }: Noted,
): void {
  const subject = { chain: dealerGroupId, entity: 'approval-policy', entityId: id }
  unit.audit({ actor: caller, ...subject, action: `approval-policy.${verb}`, before, after })
  unit.changed(policyChanged(dealerGroupId))
}

/** A change of policy, after which everyone who sees the group's organization might see different approvals. */
export function policyChanged(dealerGroupId: number): Change {
  return { topic: 'organisation', id: dealerGroupId, scopes: ['organisation:all', `organisation:${dealerGroupId}`] }
}
