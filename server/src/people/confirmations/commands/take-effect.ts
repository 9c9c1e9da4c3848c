import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findPerson, type Person } from '../../users/queries/people.ts'
import {
  findConfirmation,
  listConfirmations,
  listDue,
  removeConfirmation,
  saveConfirmation,
} from '../queries/confirmations.ts'
import { auditedConfirmation, effectiveAtOf, note } from './ask.ts'
import { hasTakenEffect } from './second-people.ts'

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Records that a change has taken effect by itself, the first time anybody notices; it was in force before. */
export async function noteEffect(unit: Unit, userId: number): Promise<void> {
  const { trx, now } = unit
  const found = await findConfirmation(trx, userId)
  if (!found || found.inEffect || !hasTakenEffect(found, now)) return
  await beforeChange(trx, 'user', userId)
  const inEffect = {
    ...found,
    roleIds: [],
    scopeInForce: undefined,
    titlesInForce: undefined,
    inEffect: true,
    version: found.version + 1,
  }
  await saveConfirmation(trx, inEffect)
  const event = { before: auditedConfirmation(found), after: auditedConfirmation(inEffect) }
  note(unit, { actor: system, userId, dealerGroupId: found.dealerGroupId, action: 'user.take-effect', ...event })
}

/** Records what has taken effect by itself since it was last looked. */
export async function noteEffects(services: Services): Promise<void> {
  for (const userId of await listDue(services.database.read, moment(services.clock())))
    await commit(services, undefined, (unit) => noteEffect(unit, userId))
}

/**
 * Lets the business day begin for whatever nobody is left to confirm, after people of a dealer group have changed;
 * without a group, for all groups, since a super admin may have been the second person of any.
 */
export async function dateUnattended(unit: Unit, dealerGroupId: number | null): Promise<void> {
  const waiting = await listConfirmations(unit.trx, dealerGroupId)
  for (const { userId } of waiting) await dateIfUnattended(unit, userId)
}

/** Lets the business day begin for what waits about one account, if nobody is there to confirm it. */
export async function dateIfUnattended(unit: Unit, userId: number): Promise<void> {
  const { trx, now } = unit
  const found = await findConfirmation(trx, userId)
  if (!found || found.inEffect || found.effectiveAt !== null || found.stoppedAt !== null) return
  const person = await findPerson(trx, userId)
  const effectiveAt = person ? await effectiveAtOf(trx, person, found.askedBy, now) : null
  if (effectiveAt === null) return
  await beforeChange(trx, 'user', userId)
  const dated = { ...found, effectiveAt, version: found.version + 1 }
  await saveConfirmation(trx, dated)
  const event = { before: auditedConfirmation(found), after: auditedConfirmation(dated) }
  note(unit, { actor: system, userId, dealerGroupId: found.dealerGroupId, action: 'user.date-confirmation', ...event })
}

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
