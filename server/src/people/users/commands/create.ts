import type { CreateUserInput } from '@check-requests/domain/people/users/fields.ts'
import { passwordRefusal } from '@check-requests/domain/people/users/password.ts'
import { offerLink } from '../../../access/sessions/commands/offer-link.ts'
import type { Caller } from '../../../access/sessions/queries/caller.ts'
import type { Command } from '../../../access/sessions/queries/command.ts'
import { moment } from '../../../platform/clock.ts'
import { commit } from '../../../platform/commit.ts'
import { commonPasswords } from '../../../platform/common-passwords.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'
import type { Services, Unit } from '../../../services.ts'
import { afterCreate } from '../../../trail/commands/changes.ts'
import { type AccountChange, askForConfirmation } from '../../confirmations/commands/ask.ts'
import { demandInForce } from '../../confirmations/commands/demand-in-force.ts'
import { findNamesOfScope } from '../queries/names.ts'
import { insertAllAssignments, insertUsers } from '../queries/store.ts'
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

type Granted = Pick<Account, 'values' | 'assignments'>

/** Adds an account that the caller may grant, in the transaction of the command. Returns its id. */
async function addAccount(
  services: Services,
  unit: Unit,
  caller: Caller,
  { values, assignments }: Granted,
  passwordHash: string,
): Promise<number> {
  await demandPlaces(unit.trx, assignments)
  const account = { values, assignments, passwordHash }
  const [stored] = await insertAccounts(unit, caller, [account], ({ values: { email } }) => emailTaken(email))
  if (!stored) throw new Error('No account was stored')
  await tellOfAccount(services, unit, caller, stored)
  return stored.id
}

/**
 * Stores accounts that the caller may grant at places that were looked up, in few statements however many they are.
 * Returns each with its id, in this order. `refuse`: what is said of an account whose email somebody has.
 */
export async function insertAccounts<One extends Granted & { readonly passwordHash: string }>(
  { trx, now }: Unit,
  { userId: chosenById }: Caller,
  accounts: readonly One[],
  refuse: (one: One) => Failure,
): Promise<(One & { readonly id: number })[]> {
  const users = accounts.map(({ values, passwordHash: hash }) => ({ values, password: { hash, chosenById } }))
  const byEmail = await insertUsers(trx, users, moment(now))
  // Only the unique key finds out whether the email is taken: people of other groups cannot be looked up here.
  const stored = accounts.map((one) => {
    const id = byEmail.get(one.values.email)
    if (id === undefined) throw refuse(one)
    return { ...one, id }
  })
  await insertAllAssignments(trx, new Map(stored.map(({ id, assignments }) => [id, assignments])))
  for (const { id } of stored) afterCreate(trx, 'user', id)
  return stored
}

/** Lets the trail, whoever has to confirm it, and the person know of an account that was stored. */
export async function tellOfAccount(
  services: Services,
  unit: Unit,
  caller: Caller,
  { id, values, assignments, known }: Granted & Pick<AccountChange, 'known'> & { readonly id: number },
): Promise<void> {
  const event = { action: 'user.create', entity: 'user', entityId: id, after: auditedAccount(values, assignments) }
  unit.audit({ actor: caller, chain: assignments.dealerGroupId, ...event })
  unit.changed(userChanged(id, assignments.dealerGroupId))
  await askForConfirmation(unit, { userId: id, before: undefined, newPassword: true, actor: caller, known })
  await offerLink(services, unit, id)
}

export function emailTaken(email: string): Failure {
  const message = `There is already a user with the email ${email}.`
  return new Failure('CONFLICT', message, { fields: { email: message } })
}
