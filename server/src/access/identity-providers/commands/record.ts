import type { Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import type { Provider } from '../queries/providers.ts'

interface Noted {
  readonly verb: 'propose' | 'update' | 'confirm' | 'end' | 'link' | 'forget' | 'refuse'
  readonly provider: { readonly id: number; readonly dealer_group_id: number }
  readonly before?: object
  readonly after?: object
}

/** Records in the group's trail what was done to an identity provider, or by it; never its secret. */
export function noteProvider(unit: Unit, actor: Actor, { verb, provider, before, after }: Noted): void {
  const { id, dealer_group_id: groupId } = provider
  const subject = { chain: groupId, entity: 'identity-provider', entityId: id }
  unit.audit({ actor, ...subject, action: `identity-provider.${verb}`, before, after })
  unit.changed({ topic: 'organisation', id: groupId, scopes: ['organisation:all', `organisation:${groupId}`] })
}

/** A provider as the trail names it, where it does something by itself. */
export function actorOf({ name }: Pick<Provider, 'name'>): Actor {
  return { userId: null, name, roleId: null, sessionId: null }
}
