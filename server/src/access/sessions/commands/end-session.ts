import type { Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { deleteSessions, findOwnedSession } from '../queries/sessions.ts'
import { hashSecret } from './secrets.ts'
import { sessionsChanged } from './sessions-changed.ts'

/** Ends the session of this secret, if there is one, as its owner's logout. */
export async function endSession({ trx, audit, changed }: Unit, secret: string): Promise<void> {
  const session = await findOwnedSession(trx, hashSecret(secret))
  if (!session) return
  const { id, userId, name, roleId, dealerGroupId } = session
  await beforeChange(trx, 'session', id)
  await deleteSessions(trx, [id])
  changed(sessionsChanged(userId))
  const actor = { userId, name, roleId, sessionId: id }
  audit({ actor, chain: dealerGroupId, action: 'session.logout', entity: 'user', entityId: userId })
}
