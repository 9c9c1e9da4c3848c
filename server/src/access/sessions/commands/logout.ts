import { commit } from '../../../platform/commit.ts'
import type { Services } from '../../../services.ts'
import { endSession } from './end-session.ts'

/** Ends the session of this secret, if there is one. */
export async function logout(services: Services, secret: string): Promise<void> {
  await commit(services, undefined, (unit) => endSession(unit, secret))
}
