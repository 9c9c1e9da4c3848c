import { isNamed } from '@check-requests/domain/approvals/authority.ts'
import type { TryInput } from '@check-requests/domain/approvals/fields.ts'
import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import type { TrialReply } from '@check-requests/domain/approvals/replies.ts'
import { misfits, type RoutedRequest, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { moment } from '../../platform/clock.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { listApprovers } from '../queries/people.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { demandGroup } from './demand-group.ts'
import { readDraft } from './draft.ts'
import { hurriedBy } from './hurried.ts'

/** Says which rule a request would meet, why not the others, and who would approve each step. */
export async function tryPolicy(
  { database: { read }, clock }: Services,
  caller: Caller,
  dealerGroupId: number,
  input: TryInput,
): Promise<TrialReply> {
  await demandGroup(read, caller, dealerGroupId)
  const policy = await policyToTry(read, dealerGroupId, input.policy)
  const request = requestOf(dealerGroupId, input)
  const { rule, added, steps } = routeOf(policy, request)
  const people = await listApprovers(read, dealerGroupId, moment(clock()))
  const decides = (name: string) => name === rule || added.includes(name)
  return {
    rule,
    added: [...added],
    steps: steps.map((step) => {
      const { name, approvers, needed } = step
      const named = people.filter((person) => isNamed(approvers, person, request.place))
      const amount = needed === 'all' ? Math.max(1, named.length) : needed
      const shown = named.map(({ userId, name }) => ({ id: userId, name }))
      return {
        name,
        needed: amount,
        people: shown,
        has_enough: named.length >= amount,
        ...hurriedBy(step, request, people),
      }
    }),
    others: policy.rules
      .filter(({ name }) => !decides(name))
      .map((other) => ({ rule: other.name, because_of: misfits(other, request) })),
  }
}

/** The draft, or the policy in force, if there is one. */
export async function policyToTry(
  db: Services['database']['read'],
  dealerGroupId: number,
  policy: TryInput['policy'],
): Promise<Policy> {
  if (policy === 'draft') return (await readDraft(db, dealerGroupId)).policy
  const inForce = await findPolicyInForce(db, dealerGroupId)
  if (!inForce) throw invalidFields({ policy: 'No policy is in force yet.' })
  return policyIn(inForce)
}

function requestOf(dealerGroupId: number, input: TryInput): RoutedRequest {
  return {
    cents: input.amount,
    place: { dealerGroupId, dealershipId: input.dealership_id, departmentId: input.department_id },
    purposeId: input.purpose_id,
    payeeType: input.payee_type,
    priority: input.priority_level,
    payeeIsNew: input.new_payee,
  }
}
