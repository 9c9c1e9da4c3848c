import type { changePasswordBody } from '@check-requests/domain/access/sessions/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import type { z } from 'zod'
import { dateIfUnattended } from '../../../people/confirmations/commands/take-effect.ts'
import { findNamesOfScope } from '../../../people/users/queries/names.ts'
import { replacePasswordHash } from '../../../people/users/queries/store.ts'
import { commit } from '../../../platform/commit.ts'
import { commonPasswords } from '../../../platform/common-passwords.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import type { Caller } from '../queries/caller.ts'
import { removeLinkOf } from '../queries/password-links.ts'
import { deleteSessionsOf } from '../queries/sessions.ts'
import { beforeSessionsEnd } from './before-sessions-end.ts'
import { checkPassword } from './check-password.ts'
import { demandPasswordCounts } from './demand-password-counts.ts'
import { hashSecret } from './secrets.ts'
import { sessionsChanged } from './sessions-changed.ts'

/** Sets the caller's own password and ends all their sessions (R196, R231). */
export async function changePassword(
  services: Services,
  caller: Caller,
  input: z.output<typeof changePasswordBody>,
  from: { address: string; device: string | undefined; isGone: () => boolean },
): Promise<void> {
  if (input.email !== undefined && input.email.toLowerCase() !== caller.email)
    throw new Failure('FORBIDDEN', 'You can only change your own password.')
  await demandPasswordCounts(services.database.read, { email: caller.email, dealerGroupId: caller.scope.dealerGroupId })
  const names = [caller.firstName, caller.lastName]
  const places = await findNamesOfScope(services.database.read, caller.scope)
  const owner = { email: caller.email, names: [...names, ...places] }
  const refusal = passwordRefusal(input.newPass, owner, await commonPasswords())
  if (refusal) throw invalidFields({ newPass: refusal })
  // A password that somebody else chose is not replaced by itself.
  if (input.newPass === input.oldPass)
    throw invalidFields({ newPass: 'Choose another password than the one you have now.' })
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
    if (!replaced) throw new Failure('CONFLICT', 'The password was changed elsewhere a moment ago. Log in again.')
    await deleteSessionsOf(trx, caller.userId)
    await removeLinkOf(trx, caller.userId)
    changed(sessionsChanged(caller.userId))
    const event = { action: 'user.change-password', entity: 'user', entityId: caller.userId }
    audit({ actor: caller, chain: caller.scope.dealerGroupId, ...event })
    await dateIfUnattended(unit, caller.userId)
  })
}
