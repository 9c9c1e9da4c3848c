import type { Unit } from '../../../services.ts'
import type { AuditEvent } from '../../../trail/commands/append.ts'

/** Something that was asked, decided or took effect about an account, for the trail and for everybody who sees it. */
export interface Noted {
  readonly actor: AuditEvent['actor']
  readonly userId: number
  readonly dealerGroupId: number | null
  readonly action: string
  readonly before?: object
  readonly after?: object
}

/** Writes it into the trail, and notifies the person's sessions and everybody of the group. */
export function note({ audit, changed }: Unit, { userId, dealerGroupId, ...event }: Noted): void {
  audit({ ...event, chain: dealerGroupId, entity: 'user', entityId: userId })
  changed({ topic: 'sessions', id: userId, scopes: ['sessions', `sessions:${userId}`] })
  changed({ topic: 'users', id: userId, scopes: ['users:all', `users:${dealerGroupId ?? 'shared'}`] })
}
