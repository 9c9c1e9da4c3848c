import { takenBackWithinDays } from '@check-requests/domain/access/second-factor/rules.ts'
import { ifItWasNotYou, takeBackByEmail } from '@check-requests/domain/notices/inbox/notices.ts'
import { tell } from '../../../notices/inbox/commands/tell.ts'
import { findPerson } from '../../../people/users/queries/people.ts'
import { isSameCode } from '../../../platform/authenticator.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { beforeSessionsEnd } from '../../sessions/commands/before-sessions-end.ts'
import { sessionsChanged } from '../../sessions/commands/sessions-changed.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { deleteSessionsOf } from '../../sessions/queries/sessions.ts'
import { codeOfChange, findChanges, keepFactors, restoreFactors } from '../queries/factor-changes.ts'

const day = 86_400_000

/**
 * Tells the caller about a change that is about to be made, which a thief of the session would not, and keeps the factors
 * from before it, so that a link in the email can undo it (A2).
 */
export async function tellOwner(
  unit: Unit,
  { userId, name, scope }: Caller,
  event: 'factor-added' | 'factor-removed',
  factor: string,
): Promise<void> {
  const change = await keepFactors(unit.trx, userId, moment(unit.now + takenBackWithinDays * day))
  await tell(unit, [userId], {
    event,
    key: `${event}/${userId}/${change}`,
    actor: { userId: null, name },
    dealerGroupId: scope.dealerGroupId,
    accountId: userId,
    text: `${factor}. ${unit.mails ? takeBackByEmail : ifItWasNotYou}`,
  })
}

/**
 * Undoes a change to a second factor by the link in its email, together with all later ones. All sessions end, and all
 * recovery codes are deleted, because an intruder may know them.
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
    await tell(unit, [userId], {
      event: 'factors-restored',
      key: `factors-restored/${change.id}`,
      actor: { userId: null, name },
      dealerGroupId: scope.dealerGroupId,
      accountId: userId,
      text: 'Change your password, and make new recovery codes.',
    })
  })
  return { email }
}

function usedUp(): Failure {
  const message = 'This link no longer works. If someone else changed how you sign in, tell an admin.'
  return new Failure('NOT_FOUND', message)
}
