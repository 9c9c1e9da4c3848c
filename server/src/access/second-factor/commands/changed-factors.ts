import { moment } from '../../../platform/clock.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { refuseToGoWithout } from '../../sessions/commands/missing-factor.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { noteProof } from '../../sessions/queries/sessions.ts'
import { deleteRecoveryCodes } from '../queries/recovery-codes.ts'
import { waysOf } from '../queries/ways.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { tellOwner } from './take-back.ts'

/**
 * The caller is about to get a passkey or an authenticator app, which they have just used: that is a fresh proof.
 * Returns recovery codes with the first factor, null with others.
 */
export async function noteAdded(
  services: Services,
  unit: Unit,
  caller: Caller,
  factor: string,
): Promise<string[] | null> {
  const { trx, now, changed } = unit
  await beforeChange(trx, 'session', caller.sessionId)
  await noteProof(trx, caller.sessionId, moment(now))
  changed(sessionsChanged(caller.userId))
  await tellOwner(unit, caller, 'factor-added', factor)
  const isFirst = (await waysOf(trx, caller.userId)).length === 0
  return isFirst ? giveRecoveryCodes(services, unit, caller.userId) : null
}

/**
 * Removes a factor of the caller, and recovery codes with the last one. `remove` is false where there is none. Throws
 * where they must not be without.
 */
export async function removeFactor(
  unit: Unit,
  caller: Caller,
  factor: string,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const { trx, changed } = unit
  await tellOwner(unit, caller, 'factor-removed', factor)
  if (!(await remove())) return false
  changed(sessionsChanged(caller.userId))
  if ((await waysOf(trx, caller.userId)).length > 0) return true
  refuseToGoWithout(caller)
  await deleteRecoveryCodes(trx, caller.userId)
  return true
}
