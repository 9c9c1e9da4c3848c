import { beforeChange } from '../../audit/commands/changes.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { deleteSession, findOwnedSession } from '../queries/sessions.ts'
import { hashSecret } from './secrets.ts'
import { sessionsChanged } from './sessions-changed.ts'

/** Ends the session of this secret, if there is one. */
export async function logout(services: Services, secret: string): Promise<void> {
  await commit(services, undefined, async ({ trx, audit, changed }) => {
    const session = await findOwnedSession(trx, hashSecret(secret))
    if (!session) return
    const { id, userId, name, roleId, dealerGroupId } = session
    await beforeChange(trx, 'session', id)
    await deleteSession(trx, id)
    changed(sessionsChanged(userId))
    const actor = { userId, name, roleId, sessionId: id }
    audit({ actor, chain: dealerGroupId ?? 0, action: 'session.logout', entity: 'user', entityId: userId })
  })
}
