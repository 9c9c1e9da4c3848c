import { ifItWasNotYou, type NoticeEvent } from '@check-requests/domain/inbox/notices.ts'
import { beforeChange } from '../../audit/commands/changes.ts'
import { tell } from '../../inbox/commands/tell.ts'
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

/** The caller has removed a factor. With the last one, recovery codes go. Throws where they must not be without. */
export async function afterRemoval(unit: Unit, caller: Caller, factor: string): Promise<void> {
  const { trx } = unit
  await tellOwner(unit, caller, 'factor-removed', factor)
  if ((await waysOf(trx, caller.userId)).length > 0) return
  refuseToGoWithout(caller)
  await deleteRecoveryCodes(trx, caller.userId)
}

// Whoever holds a stolen session would not tell them.
async function tellOwner(unit: Unit, { userId, name, scope }: Caller, event: NoticeEvent, factor: string) {
  await tell(unit, [userId], {
    event,
    key: `${event}/${userId}/${unit.now}`,
    actor: { userId: null, name },
    dealerGroupId: scope.dealerGroupId,
    accountId: userId,
    text: `${factor}. ${ifItWasNotYou}`,
  })
}
