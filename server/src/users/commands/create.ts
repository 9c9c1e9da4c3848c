import type { CreateUserInput } from '@check-requests/domain/users/fields.ts'
import { passwordRefusal } from '@check-requests/domain/users/password.ts'
import { afterCreate } from '../../audit/commands/changes.ts'
import { type AccountChange, askForConfirmation } from '../../confirmations/commands/ask.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/commit.ts'
import { commonPasswords } from '../../platform/common-passwords.ts'
import { Failure, invalidFields, isUniqueViolation } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { offerLink } from '../../sessions/commands/offer-link.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import type { Command } from '../../sessions/queries/command.ts'
import { findNamesOfScope } from '../queries/names.ts'
import { insertAssignments, insertUser } from '../queries/store.ts'
import { type Account, demandPlaces, settleAccount } from './account.ts'
import { demandGrantable } from './authority.ts'
import { auditedAccount, userChanged } from './record.ts'

/**
 * Adds a user (R198). The password is one of the admin's choosing, so the user is asked for another. Returns the id.
 */
export async function createUser(
  services: Services,
  { caller, repeatable }: Command,
  { password, ...input }: CreateUserInput,
): Promise<number> {
  const { values, assignments, scope } = settleAccount(input)
  // Before the password is compared with the names of places, which are the caller's business only where they may grant.
  demandGrantable(caller, assignments.roleIds, scope)
  const names = [input.first_name, input.last_name, ...(await findNamesOfScope(services.database.read, scope))]
  const refusal = passwordRefusal(password, { email: input.email, names }, await commonPasswords())
  if (refusal) throw invalidFields({ password: refusal })
  const passwordHash = await services.passwords.hash(password)
  return commit(services, repeatable, async (unit) => {
    await demandInForce(unit, caller)
    return addAccount(services, unit, caller, { values, assignments }, passwordHash)
  })
}

/** Adds an account that the caller may grant, in the transaction of the command. Returns its id. */
export async function addAccount(
  services: Services,
  unit: Unit,
  caller: Caller,
  { values, assignments, known }: Pick<Account, 'values' | 'assignments'> & Pick<AccountChange, 'known'>,
  passwordHash: string,
): Promise<number> {
  const { trx, now, audit, changed } = unit
  await demandPlaces(trx, assignments)
  // Only the unique key finds out whether the email is taken: people of other groups cannot be looked up here.
  const password = { hash: passwordHash, chosenById: caller.userId }
  const id = await insertUser(trx, values, password, moment(now)).catch((error) => {
    throw isUniqueViolation(error, 'email') ? emailTaken(values.email) : error
  })
  await insertAssignments(trx, id, assignments)
  afterCreate(trx, 'user', id)
  const event = { action: 'user.create', entity: 'user', entityId: id, after: auditedAccount(values, assignments) }
  audit({ actor: caller, chain: assignments.dealerGroupId ?? 0, ...event })
  changed(userChanged(id, assignments.dealerGroupId))
  await askForConfirmation(unit, { userId: id, before: undefined, newPassword: true, actor: caller, known })
  await offerLink(services, unit, id)
  return id
}

export function emailTaken(email: string): Failure {
  const message = `There is already a user with the email ${email}.`
  return new Failure('CONFLICT', message, { fields: { email: message } })
}
