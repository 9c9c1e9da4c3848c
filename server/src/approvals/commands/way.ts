import { placeOf } from '@check-requests/domain/access/scope.ts'
import { routeOf } from '@check-requests/domain/approvals/routing.ts'
import { type Drawable, largestDrawn } from '@check-requests/domain/check-requests/payoff.ts'
import { priorityOf } from '@check-requests/domain/check-requests/priorities.ts'
import type { StoredRequest } from '../../check-requests/queries/detail/find.ts'
import { moment } from '../../platform/clock.ts'
import { together } from '../../platform/together.ts'
import type { Unit } from '../../services.ts'
import { findPolicyInForce, policyIn } from '../queries/policies.ts'
import { findRoute, type RouteRow } from '../queries/routes.ts'
import { isNewPayee } from './new-payees.ts'
import { othersToPayees } from './split-payments.ts'

/** What of a request decides its way through a policy. */
export type Routed = Pick<
  StoredRequest,
  | 'id'
  | 'dealer_group_id'
  | 'dealership_id'
  | 'department_id'
  | keyof Drawable
  | 'payee_name_1'
  | 'payee_name_2'
  | 'payee_type'
  | 'purpose_id'
  | 'priority_rank'
  | 'mailing_address'
>

/** The way of a request through the policy in force, from the first step of a new round; undefined without a policy. */
export async function wayOf({ trx, now }: Unit, request: Routed): Promise<RouteRow | undefined> {
  const { id, dealer_group_id } = request
  const inForce = await findPolicyInForce(trx, dealer_group_id)
  if (!inForce) return undefined
  const [earlier, others] = await together(
    findRoute(trx, id),
    othersToPayees(trx, { dealerGroupId: dealer_group_id, names: request, of: id }, now),
  )
  const cents = largestDrawn(request) + others
  const policy = policyIn(inForce)
  const { rule, added, steps } = routeOf(policy, {
    cents,
    place: placeOf(request),
    purposeId: request.purpose_id,
    payeeType: request.payee_type,
    priority: priorityOf(request.priority_rank),
    payeeIsNew: await isNewPayee(trx, policy, {
      dealerGroupId: dealer_group_id,
      name: request.payee_name_1,
      secondName: request.payee_name_2,
      address: request.mailing_address,
    }),
  })
  return {
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
  }
}
