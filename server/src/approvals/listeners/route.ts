import { placeOf } from '@check-requests/domain/access/scope.ts'
import { daysOfSplitPayments, routeOf } from '@check-requests/domain/approvals/routing.ts'
import { payeeKey } from '@check-requests/domain/check-requests/duplicates.ts'
import { barredFrom } from '@check-requests/domain/check-requests/hands.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import { handsIn } from '../../check-requests/listeners/hands.ts'
import type { RequestChanged, RequestEvent } from '../../check-requests/listeners/request-event.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { sumToPayee } from '../../check-requests/queries/detail/payees.ts'
import { moment } from '../../platform/clock.ts'
import { together } from '../../platform/together.ts'
import type { Unit } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { requeue } from '../commands/requeue.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { dequeue } from '../queries/queue.ts'
import { deleteRoute, findRoute, storeRoute } from '../queries/routes.ts'

const day = 86_400_000

/**
 * Sends a request that was raised or sent in again on its way through the policy in force, from the first step, and
 * keeps its place in the queue of whoever it waits for.
 */
export async function routeRequest(unit: Unit, event: RequestEvent): Promise<void> {
  const { trx } = unit
  const { id } = event.request
  if (event.name === 'deleted') {
    await dequeue(trx, id)
    await deleteRoute(trx, id)
  } else if (isSubmission(event)) {
    if (await route(unit, event)) await requeue(unit, id, barredFrom('decision', handsIn(event)))
  } else if ('status_id' in event.after && (await isUnderPolicy(trx, event))) await requeue(unit, id)
}

// Only of a super admin, who belongs to no group, it is not known beforehand.
async function isUnderPolicy(trx: Tx, { actor, request }: RequestChanged): Promise<boolean> {
  if (actor.underPolicy || request.policy_number) return true
  return actor.scope.dealerGroupId === null && (await findPolicyInForce(trx, request.dealer_group_id)) !== undefined
}

// Also by a call that sends a request in again unchanged.
function isSubmission({ after }: RequestChanged): boolean {
  return after.status_id === statusNamed('request').id
}

type Routed = Pick<
  StoredRequest,
  'amount_cents' | 'payee_name_1' | 'payee_type' | 'purpose_id' | 'priority_rank' | 'dealership_id' | 'department_id'
>

/** Returns whether there is a policy. */
async function route({ trx, now }: Unit, { request, after }: RequestChanged): Promise<boolean> {
  const { id, dealer_group_id } = request
  const inForce = await findPolicyInForce(trx, dealer_group_id)
  if (!inForce) return false
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
  return true
}
