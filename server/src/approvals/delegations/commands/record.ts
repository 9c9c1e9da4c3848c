import type { Actor } from '../../../trail/commands/append.ts'
import type { Unit } from '../../../services.ts'
import type { DelegationRow } from '../queries/delegations.ts'

/** Records it in the group's trail, and brings the approvals up to date wherever they are shown. */
export function noteDelegation(unit: Unit, actor: Actor, verb: 'create' | 'delete', row: DelegationRow): void {
  const { id, dealer_group_id, created_at, ...content } = row
  const value = { ...content, dealership_ids: JSON.parse(row.dealership_ids) }
  unit.audit({
    actor,
    chain: dealer_group_id,
    entity: 'delegation',
    entityId: id,
    action: `delegation.${verb}`,
    ...(verb === 'create' ? { after: value } : { before: value }),
  })
  const scopes = ['organisation:all', `organisation:${dealer_group_id}`]
  unit.changed({ topic: 'organisation', id: dealer_group_id, scopes })
}
