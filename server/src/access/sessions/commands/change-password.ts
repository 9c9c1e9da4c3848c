import type {
  changePasswordBody,
  choosePasswordBody,
  OpenedPasswordLink,
} from '@check-requests/domain/access/sessions/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import type { z } from 'zod'
import { moment } from '../../../platform/clock.ts'
import { commonPasswords } from '../../../platform/crypto/passwords.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findNamesOfScope, findPerson } from '../../accounts/queries/people.ts'
import { replacePasswordHash, setOwnPassword } from '../../accounts/queries/store.ts'
import { dateIfUnattended, settlePassword } from '../../pending-accounts/commands/take-effect.ts'
import { findLink, removeLinkOf, takeLink } from '../queries/accounts.ts'
import type { Caller } from '../queries/caller.ts'
import { deleteSessionsOf } from '../queries/sessions.ts'
import { beforeSessionsEnd, sessionsChanged } from './end-sessions.ts'
import { checkPassword, requirePasswordOn } from './login.ts'
import { opens, readLink } from './password-links.ts'
import { hashSecret } from './secrets.ts'
import { forgetFailures } from './throttle.ts'

/** Sets the caller's own password and ends all of the caller's sessions (R196, R231). */
export async function changePassword(
  services: Services,
  caller: Caller,
  input: z.output<typeof changePasswordBody>,
  from: { address: string; device: string | undefined; isGone: () => boolean },
): Promise<void> {
  if (input.email !== undefined && input.email.toLowerCase() !== caller.email)
    throw new Failure('FORBIDDEN', 'You can only change your own password.')
  await requirePasswordOn(services.database.read, { email: caller.email, dealerGroupId: caller.scope.dealerGroupId })
  const names = [caller.firstName, caller.lastName]
  const places = await findNamesOfScope(services.database.read, caller.scope)
  const owner = { email: caller.email, names: [...names, ...places] }
  const refusal = passwordRefusal(input.newPass, owner, await commonPasswords())
  if (refusal) throw invalidFields({ newPass: refusal })
  // A password chosen by someone else can't be replaced with the same password.
  if (input.newPass === input.oldPass)
    throw invalidFields({ newPass: 'Choose a password other than your current one.' })
  const device = from.device && hashSecret(from.device)
  const attempt = { ...from, email: caller.email, device }
  const account = await checkPassword(services, attempt, input.oldPass)
  if (!account)
    throw new Failure('BAD_REQUEST', 'The old password is wrong.', {
      fields: { oldPass: 'The old password is wrong.' },
    })
  const newHash = await services.passwords.hash(input.newPass)
  await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    await beforeChange(trx, 'user', caller.userId)
    await beforeSessionsEnd(trx, caller.userId)
    const replaced = await replacePasswordHash(trx, caller.userId, account.passwordHash, newHash)
    if (!replaced) throw new Failure('CONFLICT', 'Your password was just changed in another session. Log in again.')
    await deleteSessionsOf(trx, caller.userId)
    await removeLinkOf(trx, caller.userId)
    changed(sessionsChanged(caller.userId))
    const event = { action: 'user.change-password', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    await dateIfUnattended(unit, caller.userId)
  })
}

/** Says whose password a link sets. Throws NOT_FOUND if it has expired or been used. */
export async function openPasswordLink(services: Services, text: string): Promise<OpenedPasswordLink> {
  const { link, person } = await requireLink(services, text)
  const { email, scope } = person
  const [dealer_group = null] = await findNamesOfScope(services.database.read, scope)
  return { email, dealer_group, is_invitation: link.invitation !== null, expires_at: link.expires_at }
}

async function requireLink({ database, clock }: Services, text: string) {
  const given = readLink(text)
  if (!given) throw usedUp()
  const link = await findLink(database.read, given.userId)
  const person = await findPerson(database.read, given.userId)
  if (!link?.expires_at || !person?.active || !opens(database.keyring, link, given, moment(clock()))) throw usedUp()
  await requirePasswordOn(database.read, { email: person.email, dealerGroupId: person.scope.dealerGroupId })
  return { link: { ...link, expires_at: link.expires_at }, person }
}

/**
 * Sets a user's password through a link, and ends all of the user's sessions. The link can be used once. If it was
 * emailed, no one else knows this password, so the change needs no second person.
 */
export async function choosePassword(
  services: Services,
  { link: text, newPass }: z.output<typeof choosePasswordBody>,
): Promise<{ email: string }> {
  const { database, passwords } = services
  const { link, person } = await requireLink(services, text)
  const { userId, email, firstName, lastName, name, primaryRole, scope } = person
  const names = [firstName, lastName, ...(await findNamesOfScope(database.read, scope))]
  const refusal = passwordRefusal(newPass, { email, names }, await commonPasswords())
  if (refusal) throw invalidFields({ newPass: refusal })
  const hash = await passwords.hash(newPass)
  await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    if (!(await takeLink(trx, link))) throw usedUp()
    await beforeChange(trx, 'user', userId)
    await beforeSessionsEnd(trx, userId)
    const linkWasShown = link.invitation === 'shown'
    await setOwnPassword(trx, userId, hash, { linkWasShown })
    await deleteSessionsOf(trx, userId)
    changed(sessionsChanged(userId))
    const actor = { userId, name, roleId: primaryRole, sessionId: null }
    audit({
      actor,
      chain: scope.dealerGroupId,
      action: 'user.choose-password',
      entity: 'user',
      entityId: userId,
    })
    // An admin who has seen the link might have used it, so a second person still has to confirm the password.
    if (linkWasShown) await dateIfUnattended(unit, userId)
    else await settlePassword(unit, actor, person)
  })
  await forgetFailures(services, email)
  return { email }
}

function usedUp(): Failure {
  const message = 'This link can’t be used anymore. Ask an admin for a new one.'
  return new Failure('NOT_FOUND', message)
}
