import { barredFrom, didIn, requestBars } from '@check-requests/domain/check-requests/duties.ts'
import { statusNamed } from '@check-requests/domain/check-requests/lifecycle.ts'
import { handsIn } from '../../check-requests/listeners/history.ts'
import type { RequestChanged, RequestEvent } from '../../check-requests/listeners/request-event.ts'
import type { Unit } from '../../services.ts'
import type { Tx } from '../../tables.ts'
import { type Routed, wayOf } from '../commands/approval-route.ts'
import { requeue } from '../commands/requeue.ts'
import { findPolicyInForce } from '../queries/policies.ts'
import { dequeue } from '../queries/queue.ts'
import { deleteRoute, storeRoute } from '../queries/routes.ts'

/**
 * Routes a request that was created, resubmitted, or rerouted through the policy in force, from the first step, and
 * keeps the request in the queue of its pending approvers.
 */
export async function routeRequest(unit: Unit, event: RequestEvent): Promise<void> {
  const { trx } = unit
  const { id } = event.request
  if (event.name === 'deleted') {
    await dequeue(trx, id)
    await deleteRoute(trx, id)
  } else if (isSubmission(event)) {
    if (await route(unit, event)) await requeue(unit, id, barredFrom(requestBars.decide, didIn(handsIn(event))))
  } else if (changesItsTurn(event) && (await isUnderPolicy(trx, event))) await requeue(unit, id)
}

// A critical request has its own due times, so its priority matters as well.
function changesItsTurn({ after }: RequestChanged): boolean {
  return 'status_id' in after || 'priority_rank' in after
}

// A super admin belongs to no group, so only the request tells which group's policy applies.
async function isUnderPolicy(trx: Tx, { actor, request }: RequestChanged): Promise<boolean> {
  if (actor.underPolicy || request.policy_number) return true
  return actor.scope.dealerGroupId === null && (await findPolicyInForce(trx, request.dealer_group_id)) !== undefined
}

// A request is also submitted when a user resubmits it unchanged or an admin reroutes it.
function isSubmission({ name, after }: RequestChanged): boolean {
  return name === 'routed' || after.status_id === statusNamed('request').id
}

function policyOf({ policy_number: number, policy: content }: NonNullable<RequestChanged['terms']>) {
  return number === null || content === null ? undefined : { number, content }
}

/** Routes the request. Returns true if an approval policy is in force. */
async function route(unit: Unit, { actor, request, after, terms, draftId }: RequestChanged): Promise<boolean> {
  const draft = draftId === undefined ? undefined : { caller: actor, id: draftId }
  const inForce = terms ? policyOf(terms) : await findPolicyInForce(unit.trx, request.dealer_group_id)
  const way = inForce && (await wayOf(unit, { ...request, ...after } as Routed, inForce, draft))
  if (way) await storeRoute(unit.trx, way)
  return way !== undefined
}
