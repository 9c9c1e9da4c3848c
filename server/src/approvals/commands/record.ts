import type { Change } from '../../platform/change-feed.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'

/** What was done to an approval policy: edited, discarded, or published under a number. */
interface Noted {
  readonly verb: 'edit' | 'discard' | 'publish'
  readonly id: number | null
  readonly before?: object
  readonly after?: object
}

/** Records it in the group's trail, and notifies everybody who sees the group's organization. */
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

/** Everybody who sees the group's organization can see other approvals from now on. */
export function policyChanged(dealerGroupId: number): Change {
  return { topic: 'organisation', id: dealerGroupId, scopes: ['organisation:all', `organisation:${dealerGroupId}`] }
}
