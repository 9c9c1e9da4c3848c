import type { Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import type { Person } from '../../users/queries/people.ts'
import { findConfirmation, removeConfirmation, saveConfirmation } from '../queries/confirmations.ts'
import { auditedConfirmation } from './ask.ts'
import { note } from './changed.ts'
import { hasTakenEffect } from './second-people.ts'
import { dateIfUnattended } from './take-effect.ts'

/**
 * The owner has chosen a password by a link that was mailed to them: that it was once somebody else's waits for nobody
 * any more. What waits besides goes on waiting, and what a second person has stopped stays stopped.
 */
export async function settlePassword(unit: Unit, actor: Actor, { userId, scope }: Person): Promise<void> {
  const { trx, now } = unit
  const open = await findConfirmation(trx, userId)
  if (!open || open.stoppedAt !== null || hasTakenEffect(open, now)) return
  const changes = open.changes.filter((name) => name !== 'password')
  if (changes.length > 0) {
    await saveConfirmation(trx, { ...open, changes, version: open.version + 1 })
    return dateIfUnattended(unit, userId)
  }
  await removeConfirmation(trx, userId)
  const before = auditedConfirmation(open)
  note(unit, { actor, userId, dealerGroupId: scope.dealerGroupId, action: 'user.withdraw-confirmation', before })
}
