import type { CreateUserInput } from '@check-requests/domain/users/fields.ts'
import { passwordRefusal } from '@check-requests/domain/users/password.ts'
import { recordAudit } from '../../audit/commands/record.ts'
import type { RepeatableCall } from '../../platform/answered-calls.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { Failure, invalidFields, isUniqueViolation } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { actorOf } from '../../sessions/commands/actor.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import { findUserId, insertReach, insertUser } from '../queries/store.ts'
import { demandPlaces, settleAccount } from './account.ts'
import { demandGrantable } from './authority.ts'
import { auditedAccount, userChanged } from './record.ts'

/** Adds a user (R198). The password is one of the admin's choosing, so the user is asked for another. Gives the id. */
export async function createUser(
  services: Services,
  { caller, repeatable }: { caller: Caller; repeatable: RepeatableCall | undefined },
  { password, ...input }: CreateUserInput,
): Promise<number> {
  const refusal = passwordRefusal(password, input.email)
  if (refusal) throw invalidFields({ password: refusal })
  const passwordHash = await services.passwords.hash(password)
  const now = services.clock()
  return commit(services, repeatable, async (trx, changed) => {
    const { values, reach, scope } = settleAccount(input)
    demandGrantable(caller, reach.roleIds, scope)
    await demandPlaces(trx, reach)
    if ((await findUserId(trx, values.email)) !== undefined) throw emailTaken(values.email)
    const id = await insertUser(trx, values, passwordHash, moment(now))
    await insertReach(trx, id, reach)
    const event = { action: 'user.create', entity: 'user', entityId: id, after: auditedAccount(values, reach) }
    await recordAudit(trx, actorOf(caller), { chain: reach.dealerGroupId ?? 0, ...event }, now)
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
