import { type Confirmer, mayConfirm } from '@check-requests/domain/people/confirmations/rules.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/database/commit.ts'
import { readOnce } from '../../../platform/threads/promises.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Actor } from '../../../trail/commands/append.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findPeople, findPerson, type Person } from '../../accounts/queries/people.ts'
import {
  findConfirmation,
  listConfirmations,
  listDue,
  removeConfirmation,
  type StoredConfirmation,
  saveConfirmation,
} from '../queries/confirmations.ts'
import { auditedConfirmation, effectiveAtOf, note } from './ask.ts'
import { hasTakenEffect, listPeopleInForce } from './second-people.ts'

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/**
 * Records that a change took effect without confirmation. The change may have been in force for some time before this
 * is called.
 */
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

/** Records all changes that took effect without confirmation since the last check. */
export async function noteEffects(services: Services): Promise<void> {
  for (const userId of await listDue(services.database.read, moment(services.clock())))
    await commit(services, undefined, (unit) => noteEffect(unit, userId))
}

/**
 * Starts the wait of one business day for changes that no one can confirm anymore, after users in a dealer group have
 * changed. Without a group, does so for all groups, because a super admin could confirm changes in any of them.
 */
export async function dateUnattended(unit: Unit, dealerGroupId: number | null): Promise<void> {
  const { trx, now } = unit
  const waiting = await listConfirmations(trx, dealerGroupId)
  const people = await findPeople(
    trx,
    waiting.map(({ userId }) => userId),
  )
  const confirmersIn = readOnce(async (groupId: number | null) =>
    (await listPeopleInForce(trx, groupId, now)).filter(mayConfirm),
  )
  for (const found of waiting) {
    const person = people.get(found.userId)
    if (person) await date(unit, found, person, await confirmersIn(person.scope.dealerGroupId))
  }
}

/** Starts the wait of one business day for an account's pending change if no one can confirm it. */
export async function dateIfUnattended(unit: Unit, userId: number): Promise<void> {
  const found = await findConfirmation(unit.trx, userId)
  const person = found && (await findPerson(unit.trx, userId))
  if (person) await date(unit, found, person)
}

async function date(
  unit: Unit,
  found: StoredConfirmation,
  person: Person,
  known?: readonly Confirmer[],
): Promise<void> {
  const { trx, now } = unit
  const { userId } = person
  if (found.inEffect || found.effectiveAt !== null || found.stoppedAt !== null) return
  const effectiveAt = await effectiveAtOf(trx, person, found.askedBy, now, known)
  if (effectiveAt === null) return
  await beforeChange(trx, 'user', userId)
  const dated = { ...found, effectiveAt, version: found.version + 1 }
  await saveConfirmation(trx, dated)
  const event = { before: auditedConfirmation(found), after: auditedConfirmation(dated) }
  note(unit, { actor: system, userId, dealerGroupId: found.dealerGroupId, action: 'user.date-confirmation', ...event })
}

/**
 * Ends the confirmation of a password when the owner chooses their own through an emailed link. Other pending changes
 * stay pending, and stopped ones stay stopped.
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
