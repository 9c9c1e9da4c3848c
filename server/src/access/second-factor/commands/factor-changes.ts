import { recoveryCodesMade, takenBackWithinDays } from '@check-requests/domain/access/second-factor/rules.ts'
import { ifItWasNotYou, takeBackByEmail } from '@check-requests/domain/notices/inbox/notices.ts'
import { moment } from '../../../platform/clock.ts'
import { isSameCode, type Random, sha256 } from '../../../platform/crypto/hashes.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findPerson } from '../../accounts/queries/people.ts'
import { beforeSessionsEnd, sessionsChanged } from '../../sessions/commands/end-sessions.ts'
import { refuseToGoWithout, requireFreshProof } from '../../sessions/commands/required-proof.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { deleteSessionsOf, noteProof } from '../../sessions/queries/sessions.ts'
import { codeOfChange, findChanges, keepFactors, restoreFactors } from '../queries/factor-changes.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes, waysOf } from '../queries/factors.ts'

const day = 86_400_000

/**
 * Notifies the caller of a factor change, which a session thief could be making, and stores the factors from before the
 * change, so that a link in the email can undo it (A2).
 */
async function tellOwner(
  unit: Unit,
  { userId, name, scope }: Caller,
  event: 'factor-added' | 'factor-removed',
  factor: string,
): Promise<void> {
  const change = await keepFactors(unit.trx, userId, moment(unit.now + takenBackWithinDays * day))
  await unit.tell([userId], {
    event,
    key: `${event}/${userId}/${change}`,
    actor: { userId: null, name },
    dealerGroupId: scope.dealerGroupId,
    accountId: userId,
    text: `${factor}. ${unit.mails ? takeBackByEmail : ifItWasNotYou}`,
  })
}

/**
 * Undoes a factor change through the link in its email, together with all later changes. Ends all sessions and deletes
 * all recovery codes, because an intruder might know them.
 */
export async function takeBack(services: Services, link: string): Promise<{ email: string }> {
  const { database, clock } = services
  const [, id, code = ''] = /^([1-9]\d{0,15})-([\w-]{43})$/.exec(link) ?? []
  const [change] = id === undefined ? [] : await findChanges(database.read, [Number(id)])
  const isOpen =
    change && moment(clock()) < change.expires_at && isSameCode(codeOfChange(database.keyring, change), code)
  const person = isOpen ? await findPerson(database.read, change.user_id) : undefined
  if (!isOpen || !person?.active) throw usedUp()
  const { userId, email, name, primaryRole, scope } = person
  await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    await beforeChange(trx, 'user', userId)
    if (!(await restoreFactors(trx, change))) throw usedUp()
    await beforeSessionsEnd(trx, userId)
    await deleteSessionsOf(trx, userId)
    changed(sessionsChanged(userId))
    const actor = { userId, name, roleId: primaryRole, sessionId: null }
    audit({ actor, chain: scope.dealerGroupId, action: 'user.take-back-factor', entity: 'user', entityId: userId })
    await unit.tell([userId], {
      event: 'factors-restored',
      key: `factors-restored/${change.id}`,
      actor: { userId: null, name },
      dealerGroupId: scope.dealerGroupId,
      accountId: userId,
      text: 'Change your password, and create new recovery codes.',
    })
  })
  return { email }
}

function usedUp(): Failure {
  const message = 'This link no longer works. If someone else changed how you sign in, tell an admin.'
  return new Failure('NOT_FOUND', message)
}

const characters = 16
// Crockford's base 32 omits characters that look like others.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Replaces the caller's recovery codes with ten new ones, which are shown only once. */
export async function renewRecoveryCodes(services: Services, caller: Caller): Promise<string[]> {
  requireFreshProof(caller, services.clock())
  return commit(services, undefined, async (unit) => {
    const { trx, audit } = unit
    await beforeChange(trx, 'user', caller.userId)
    if ((await waysOf(trx, caller.userId)).length === 0)
      throw new Failure('CONFLICT', 'Recovery codes require a passkey or an authenticator app. Add one first.')
    await tellOwner(unit, caller, 'factor-added', 'Ten new recovery codes')
    const event = { action: 'user.renew-recovery-codes', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    return giveRecoveryCodes(services, unit, caller.userId)
  })
}

/** Creates and stores recovery codes such as `xxxx-xxxx-xxxx-xxxx`: 80 bits each, so a plain hash is enough. */
async function giveRecoveryCodes({ random }: Services, { trx }: Unit, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesMade }, () => newCode(random))
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  )
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}

/** The stored hash of a recovery code, which is passed without hyphens. */
export function hashRecoveryCode(userId: number, code: string): string {
  return sha256(`recovery code\n${userId}\n${code}`)
}

function newCode(random: Random): string {
  return Array.from(random(characters), (byte) => alphabet[byte % alphabet.length]).join('')
}

/**
 * Prepares to add a passkey or an authenticator app. The caller has just used the new factor, which counts as a recent
 * sign-in. Returns recovery codes for the user's first second factor, and null for others.
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
 * Removes one of the caller's factors, and the recovery codes if it was the last one. `remove` returns false if the
 * factor is missing. Throws if the caller must keep a second factor.
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
