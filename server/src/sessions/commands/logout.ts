import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { deleteSessionByToken } from '../queries/sessions.ts'
import { hashSecret } from './secrets.ts'
import { sessionsChanged } from './sessions-changed.ts'

/** Ends the session of this secret, if there is one. */
export async function logout(services: Services, secret: string): Promise<void> {
  await commit(services, undefined, async ({ trx, changed }) => {
    const userId = await deleteSessionByToken(trx, hashSecret(secret))
    if (userId !== undefined) changed(sessionsChanged(userId))
  })
}
