import { type Policy, policyBody } from '@check-requests/domain/approvals/policy.ts'
import type { Db } from '../../tables.ts'
import { type DraftRow, findDraft, findPolicyInForce, type PolicyRow, policyIn } from '../queries/policies.ts'

// What there was before there were policies: one approval, by anybody in scope (A4).
const one = { name: 'Approval', approvers: { anyone_in_scope: true } }
const withoutRules = policyBody.parse({ otherwise: { steps: [one] } })

/** What is being edited: the draft, or else what is in force, or else the rule that holds without any policy. */
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
