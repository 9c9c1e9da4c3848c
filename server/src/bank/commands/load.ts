import { demandVersion } from '../../trail/commands/demand-version.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { worksWith } from '../queries/access.ts'
import { findAccount, type ShownAccount } from '../queries/accounts.ts'

/** The account, if the caller works with it; otherwise refuses as if it did not exist (A2). */
export async function demandAccount(db: Db, caller: Caller, id: number): Promise<ShownAccount> {
  const account = await findAccount(db, id)
  if (!account || !worksWith(caller, account)) throw notFound('bank account')
  return account
}

/** Loads an account to change it: the caller's role is in force, and this is the version they saw. */
export async function loadAccount(
  unit: Unit,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<ShownAccount> {
  await demandInForce(unit, caller)
  await demandAccount(unit.trx, caller, id)
  await demandVersion(unit.trx, 'bank-account', id, version)
  // As it is now that nobody else can change it.
  return demandAccount(unit.trx, caller, id)
}
