import { beforeChange } from '../../audit/commands/changes.ts'
import { moment } from '../../platform/clock.ts'
import type { Services, Unit } from '../../services.ts'
import { refuseToGoWithout } from '../../sessions/commands/missing-factor.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { noteProof } from '../../sessions/queries/sessions.ts'
import { deleteRecoveryCodes } from '../queries/recovery-codes.ts'
import { waysOf } from '../queries/ways.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'

/**
 * The caller is about to get a passkey or an authenticator app, which they have just used: that is a fresh proof.
 * Returns recovery codes with the first factor, null with others.
 */
export async function noteAdded(services: Services, unit: Unit, caller: Caller): Promise<string[] | null> {
  const { trx, now, changed } = unit
  await beforeChange(trx, 'session', caller.sessionId)
  await noteProof(trx, caller.sessionId, moment(now))
  changed(sessionsChanged(caller.userId))
  const isFirst = (await waysOf(trx, caller.userId)).length === 0
  return isFirst ? giveRecoveryCodes(services, unit, caller.userId) : null
}

/** The caller has removed a factor. With the last one, recovery codes go. Throws where they must not be without. */
export async function afterRemoval({ trx }: Unit, caller: Caller): Promise<void> {
  if ((await waysOf(trx, caller.userId)).length > 0) return
  refuseToGoWithout(caller)
  await deleteRecoveryCodes(trx, caller.userId)
}
