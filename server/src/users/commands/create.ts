import type { CreateUserInput } from '@check-requests/domain/users/fields.ts'
import { passwordRefusal } from '@check-requests/domain/users/password.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields, isUniqueViolation } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Command } from '../../sessions/queries/command.ts'
import { findUserId, insertReach, insertUser } from '../queries/store.ts'
import { demandPlaces, settleAccount } from './account.ts'
import { demandGrantable } from './authority.ts'
import { auditedAccount, userChanged } from './record.ts'

/** Adds a user (R198). The password is one of the admin's choosing, so the user is asked for another. Gives the id. */
export async function createUser(
  services: Services,
  { caller, repeatable }: Command,
  { password, ...input }: CreateUserInput,
): Promise<number> {
  const refusal = passwordRefusal(password, input.email)
  if (refusal) throw invalidFields({ password: refusal })
  const passwordHash = await services.passwords.hash(password)
  return commit(services, repeatable, async ({ trx, now, audit, changed }) => {
    const { values, reach, scope } = settleAccount(input)
    demandGrantable(caller, reach.roleIds, scope)
    await demandPlaces(trx, reach)
    if ((await findUserId(trx, values.email)) !== undefined) throw emailTaken(values.email)
    const id = await insertUser(trx, values, passwordHash, moment(now))
    await insertReach(trx, id, reach)
    const event = { action: 'user.create', entity: 'user', entityId: id, after: auditedAccount(values, reach) }
    audit({ actor: caller, chain: reach.dealerGroupId ?? 0, ...event })
    changed(userChanged(id, reach.dealerGroupId))
    return id
  }).catch((error) => {
    throw isUniqueViolation(error, 'email') ? emailTaken(input.email) : error
  })
}

export function emailTaken(email: string): Failure {
  const message = `There is already a user with the e-mail ${email}.`
  return new Failure('CONFLICT', message, { fields: { email: message } })
}
