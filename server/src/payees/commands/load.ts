import { refusalOfMerged } from '@check-requests/domain/payees/rules.ts'
import { demandVersion } from '../../trail/commands/demand-version.ts'
import { demandInForce } from '../../people/confirmations/commands/demand-in-force.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Db } from '../../tables.ts'
import { findPayee, type PayeeRow } from '../queries/payees.ts'

/** The payee, if it belongs to a dealer group that the caller works with. */
export async function findVisiblePayee(db: Db, { scope }: Caller, id: number): Promise<PayeeRow | undefined> {
  const payee = await findPayee(db, id)
  const isOfOthers = payee && scope.dealerGroupId !== null && scope.dealerGroupId !== payee.dealer_group_id
  return isOfOthers ? undefined : payee
}

/** The payee, if it belongs to a dealer group that the caller works with; otherwise refuses as if it did not exist (A2). */
export async function demandPayee(db: Db, caller: Caller, id: number): Promise<PayeeRow> {
  const payee = await findVisiblePayee(db, caller, id)
  if (!payee) throw notFound('payee')
  return payee
}

/** Loads a payee to change it: the caller's role is in force, this is the version they saw, and it was not merged. */
export async function loadPayee(
  unit: Unit,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<PayeeRow> {
  await demandInForce(unit, caller)
  await demandPayee(unit.trx, caller, id)
  await demandVersion(unit.trx, 'payee', id, version)
  // As it is now that nobody else can change it.
  const payee = await demandPayee(unit.trx, caller, id)
  const refusal = refusalOfMerged(payee)
  if (refusal) throw new Failure('CONFLICT', refusal)
  return payee
}

/** The dealer group, if it is there and the caller works with it; otherwise refuses as if it did not exist (A2). */
export async function demandGroup(db: Db, { scope: { dealerGroupId } }: Caller, id: number) {
  const isOfOthers = dealerGroupId !== null && dealerGroupId !== id
  const group = isOfOthers ? undefined : await findGroup(db, id)
  if (!group) throw notFound('dealer group')
  return group
}
