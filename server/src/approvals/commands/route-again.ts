import type { RouteAgainInput } from '@check-requests/domain/approvals/fields.ts'
import { refusalToRouteAgain } from '@check-requests/domain/approvals/policy.ts'
import type { HistoryEntry } from '@check-requests/domain/check-requests/replies.ts'
import type { Command } from '../../access/sessions/queries/caller.ts'
import { applyInHistory, loadForChange, refuse, whileVisible } from '../../check-requests/commands/apply-change.ts'
import { stateOf } from '../../check-requests/queries/detail/find.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { findPolicyInForce } from '../queries/policies.ts'
import { findRoute, type RouteRow } from '../queries/routes.ts'
import { wayOf } from './approval-route.ts'

/**
 * Reroutes a pending request by the current policy: its steps start over, and earlier approvals no longer count. Its
 * status doesn't change.
 */
export async function routeAgain(
  services: Services,
  command: Command,
  id: number,
  { reason, version }: RouteAgainInput,
): Promise<HistoryEntry> {
  const { caller } = command
  const repeatable = whileVisible(command, () => id)
  return commit(services, repeatable, async (unit) => {
    const request = await loadForChange(unit.trx, caller, id, version)
    refuse(refusalToRouteAgain(caller, stateOf(request)))
    const before = await findRoute(unit.trx, id)
    const inForce = await findPolicyInForce(unit.trx, request.dealer_group_id)
    if (!inForce)
      throw new Failure(
        'CONFLICT',
        'No approval policy is in force, so the request can’t be routed again. Publish a policy first.',
      )
    const way = await wayOf(unit, request, inForce)
    const changes = [{ field: 'approval_rule', from: before ? ruleInWords(before) : null, to: ruleInWords(way) }]
    const details = { policy_number: way.policy_number, rule: way.rule, cents: way.cents }
    const values = request.approved_cents === null ? {} : { approved_cents: null }
    const event = { name: 'routed', comment: reason, changes, details } as const
    return applyInHistory(unit, caller, request, { values, event })
  })
}

function ruleInWords({ rule, policy_number }: RouteRow): string {
  return `${rule === null ? 'Everything else' : `“${rule}”`}, policy version ${policy_number}`
}
