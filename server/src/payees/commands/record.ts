import type { Actor } from '../../trail/commands/append.ts'
import type { Change } from '../../platform/change-feed.ts'
import type { Unit } from '../../services.ts'

interface Noted {
  readonly verb:
    | 'create'
    | 'update'
    | 'verify'
    | 'block'
    | 'unblock'
    | 'merge'
    | 'take-in'
    | 'save-tax-form'
    | 'see-tax-form'
    | 'add-tax-form-document'
    | 'remove-tax-form-document'
    | 'see-tax-form-document'
  readonly id: number
  readonly dealerGroupId: number
  readonly before?: object
  readonly after: object
}

/** Records what was done to a payee in the group's trail, and notifies everybody who sees the group's organization. */
export function notePayee(unit: Unit, actor: Actor, { verb, id, dealerGroupId, before, after }: Noted): void {
  const subject = { chain: dealerGroupId, entity: 'payee', entityId: id }
  unit.audit({ actor, ...subject, action: `payee.${verb}`, before, after })
  for (const change of payeesChanged(dealerGroupId)) unit.changed(change)
}

/** Everybody who sees the group's organization can see other payees, and other answers about its requests. */
export function payeesChanged(dealerGroupId: number): Change[] {
  return [
    { topic: 'organisation', id: dealerGroupId, scopes: ['organisation:all', `organisation:${dealerGroupId}`] },
    { topic: 'check-requests', id: null, scopes: ['requests:all', `group:${dealerGroupId}`] },
  ]
}
