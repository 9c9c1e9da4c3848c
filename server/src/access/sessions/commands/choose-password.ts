import type { choosePasswordBody } from '@check-requests/domain/access/sessions/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import type { z } from 'zod'
import { settlePassword } from '../../../people/confirmations/commands/settle-password.ts'
import { findNamesOfScope } from '../../../people/users/queries/names.ts'
import { findPerson } from '../../../people/users/queries/people.ts'
import { setOwnPassword } from '../../../people/users/queries/store.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { commonPasswords } from '../../../platform/common-passwords.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { findLink, takeLink } from '../queries/password-links.ts'
import { deleteSessionsOf } from '../queries/sessions.ts'
import { beforeSessionsEnd } from './before-sessions-end.ts'
import { demandPasswordCounts } from './demand-password-counts.ts'
import { opens, readLink } from './password-link.ts'
import { sessionsChanged } from './sessions-changed.ts'
import { forgetFailures } from './throttle.ts'

/**
 * Sets the password of whoever holds a mailed link, and ends all their sessions. The link can be used once. Nobody else
 * knows this password, so it waits for no second person.
 */
export async function choosePassword(
  services: Services,
  { link: text, newPass }: z.output<typeof choosePasswordBody>,
): Promise<{ email: string }> {
  const { database, clock, passwords } = services
  const given = readLink(text)
  if (!given) throw usedUp()
  const link = await findLink(database.read, given.userId)
  const person = await findPerson(database.read, given.userId)
  if (!link || !person?.active || !opens(database.keyring, link, given, moment(clock()))) throw usedUp()
  const { userId, email, firstName, lastName, name, primaryRole, scope } = person
  await demandPasswordCounts(database.read, { email, dealerGroupId: scope.dealerGroupId })
  const names = [firstName, lastName, ...(await findNamesOfScope(database.read, scope))]
  const refusal = passwordRefusal(newPass, { email, names }, await commonPasswords())
  if (refusal) throw invalidFields({ newPass: refusal })
  const hash = await passwords.hash(newPass)
  await commit(services, undefined, async (unit) => {
    const { trx, audit, changed } = unit
    if (!(await takeLink(trx, link))) throw usedUp()
    await beforeChange(trx, 'user', userId)
    await beforeSessionsEnd(trx, userId)
    await setOwnPassword(trx, userId, hash)
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
    await settlePassword(unit, actor, person)
  })
  await forgetFailures(services, email)
  return { email }
}

function usedUp(): Failure {
  const message = 'This link can’t be used anymore. Ask an admin to set another password, which emails you a new link.'
  return new Failure('NOT_FOUND', message)
}
