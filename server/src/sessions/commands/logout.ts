import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import { deleteSessionByToken } from '../queries/sessions.ts'
import { hashSecret } from './secrets.ts'

/** Ends the session of this secret, if there is one. */
export async function logout(services: Services, secret: string): Promise<void> {
  await commit(services, undefined, async (trx, changed) => {
    await deleteSessionByToken(trx, hashSecret(secret))
    changed({ topic: 'sessions', id: null, scopes: ['sessions'] })
  })
}
