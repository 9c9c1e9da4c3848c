import { placeOf } from '@check-requests/domain/access/scope.ts'
import { daysOfSplitPayments, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { payeeKey } from '@check-requests/domain/check-requests/duplicates.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import type { RequestChanged, RequestEvent } from '../../check-requests/listeners/request-event.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { sumToPayee } from '../../check-requests/queries/detail/payees.ts'
import { moment } from '../../platform/clock.ts'
import { together } from '../../platform/together.ts'
import type { Unit } from '../../services.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { deleteRoute, findRoute, storeRoute } from '../queries/routes.ts'

const day = 86_400_000

/** Sends a request that was raised or sent in again on its way through the policy in force, from the first step. */
export async function routeRequest(unit: Unit, event: RequestEvent): Promise<void> {
  if (event.name === 'deleted') return deleteRoute(unit.trx, event.request.id)
  if (isSubmission(event)) await route(unit, event)
}

// Also by a call that sends a request in again unchanged.
function isSubmission({ after }: RequestChanged): boolean {
  return after.status_id === statusNamed('request').id
}

type Routed = Pick<
  StoredRequest,
  'amount_cents' | 'payee_name_1' | 'payee_type' | 'purpose_id' | 'priority_rank' | 'dealership_id' | 'department_id'
>

async function route({ trx, now }: Unit, { request, after }: RequestChanged): Promise<void> {
  const { id, dealer_group_id } = request
  const inForce = await findPolicyInForce(trx, dealer_group_id)
  if (!inForce) return
  const content = { ...request, ...after } as Routed
  const [earlier, othersToPayee] = await together(
    findRoute(trx, id),
    sumToPayee(trx, {
      dealerGroupId: dealer_group_id,
      payee: payeeKey(content.payee_name_1),
      since: moment(now - daysOfSplitPayments * day),
      butFor: id,
    }),
  )
  const cents = content.amount_cents + othersToPayee
  const policy = policyIn(inForce)
  const { rule, added, steps } = routeOf(policy, {
    cents,
    place: placeOf({ ...content, dealer_group_id }),
    purposeId: content.purpose_id,
    payeeType: content.payee_type,
    priority: priorityOf(content.priority_rank),
  })
  await storeRoute(trx, {
    check_request_id: id,
    dealer_group_id,
    policy_number: inForce.number,
    round: (earlier?.round ?? 0) + 1,
    rule,
    added: JSON.stringify(added),
    steps: JSON.stringify(steps),
    fallback: JSON.stringify(policy.fallback),
    cents,
    step_since: moment(now),
  })
}
