import { isNamed } from '@check-requests/domain/approvals/authority.ts'
import type { TryInput } from '@check-requests/domain/approvals/fields.ts'
import type { Policy } from '@check-requests/domain/approvals/policy.ts'
import type { TrialReply } from '@check-requests/domain/approvals/replies.ts'
import { misfits, type RoutedRequest, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import { moment } from '../../platform/clock.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { listApprovers } from '../queries/people.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { demandGroup } from './demand-group.ts'
import { readDraft } from './draft.ts'
import { hurriedBy } from './hurried.ts'
import { isNewPayee } from './new-payees.ts'
import { othersToPayees } from './split-payments.ts'

/** Says which rule a request would meet, why not the others, and who would approve each step. */
export async function tryPolicy(
  { database: { read }, clock }: Services,
  caller: Caller,
  dealerGroupId: number,
  input: TryInput,
): Promise<TrialReply> {
  await demandGroup(read, caller, dealerGroupId)
  const policy = await policyToTry(read, dealerGroupId, input.policy)
  const now = clock()
  const request = await requestOf(read, policy, { dealerGroupId, input, now })
  const { rule, added, steps } = routeOf(policy, request)
  const people = await listApprovers(read, dealerGroupId, moment(now))
  const decides = (name: string) => name === rule || added.includes(name)
  return {
    rule,
    added: [...added],
    ...(request.cents > input.amount && { counts: centsToDollars(request.cents) }),
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
export async function policyToTry(db: Db, dealerGroupId: number, policy: TryInput['policy']): Promise<Policy> {
  if (policy === 'draft') return (await readDraft(db, dealerGroupId)).policy
  const inForce = await findPolicyInForce(db, dealerGroupId)
  if (!inForce) throw invalidFields({ policy: 'No policy is in force yet.' })
  return policyIn(inForce)
}

async function requestOf(
  db: Db,
  policy: Policy,
  { dealerGroupId, input, now }: { readonly dealerGroupId: number; readonly input: TryInput; readonly now: number },
): Promise<RoutedRequest> {
  const name = input.payee_name_1.trim()
  const names = { payee_name_1: name, payee_name_2: null }
  const paying = { dealerGroupId, name, secondName: null, address: null }
  return {
    cents: input.amount + (await othersToPayees(db, { dealerGroupId, names, of: 0 }, now)),
    place: { dealerGroupId, dealershipId: input.dealership_id, departmentId: input.department_id },
    purposeId: input.purpose_id,
    payeeType: input.payee_type,
    priority: input.priority_level,
    payeeIsNew: input.new_payee || (name !== '' && (await isNewPayee(db, policy, paying))),
  }
}
