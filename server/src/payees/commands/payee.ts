import { refusalOfMerged } from '@check-requests/domain/payees/rules.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Change } from '../../platform/database/change-feed.ts'
import { Failure, notFound } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { requireVersion } from '../../trail/commands/changes.ts'
import { findPayee, type PayeeRow } from '../queries/payees.ts'

/** Returns the payee if it belongs to a dealer group that the caller works with. */
export async function findVisiblePayee(db: Db, { scope }: Caller, id: number): Promise<PayeeRow | undefined> {
  const payee = await findPayee(db, id)
  const isOfOthers = payee && scope.dealerGroupId !== null && scope.dealerGroupId !== payee.dealer_group_id
  return isOfOthers ? undefined : payee
}

/**
 * Returns the payee if it belongs to a dealer group that the caller works with. Otherwise refuses as if the payee
 * didn't exist (A2).
 */
export async function requirePayee(db: Db, caller: Caller, id: number): Promise<PayeeRow> {
  const payee = await findVisiblePayee(db, caller, id)
  if (!payee) throw notFound('payee')
  return payee
}

/**
 * Loads a payee for a change. Requires that the caller's role is in force, that the version is current, and that the
 * payee isn't merged.
 */
export async function loadPayee(
  unit: Unit,
  caller: Caller,
  id: number,
  version: number | undefined,
): Promise<PayeeRow> {
  await requireInForce(unit, caller)
  await requirePayee(unit.trx, caller, id)
  await requireVersion(unit.trx, 'payee', id, version)
  // Reads the payee again now that it is locked.
  const payee = await requirePayee(unit.trx, caller, id)
  const refusal = refusalOfMerged(payee)
  if (refusal) throw new Failure('CONFLICT', refusal)
  return payee
}

interface Noted {
  readonly verb:
    | 'create'
    | 'update'
    | 'verify'
    | 'block'
    | 'unblock'
    | 'merge'
    | 'take-in'
    | 'save-tax-form'
    | 'see-tax-form'
    | 'add-tax-form-document'
    | 'remove-tax-form-document'
    | 'see-tax-form-document'
  readonly id: number
  readonly dealerGroupId: number
  readonly before?: object
  readonly after: object
}

/**
 * Records an action on a payee in the group's audit trail, and notifies everyone who sees the group's organization.
 */
export function notePayee(unit: Unit, actor: Actor, { verb, id, dealerGroupId, before, after }: Noted): void {
  const subject = { chain: dealerGroupId, entity: 'payee', entityId: id }
  unit.audit({ actor, ...subject, action: `payee.${verb}`, before, after })
  for (const change of payeesChanged(dealerGroupId)) unit.changed(change)
}

/**
 * The changes to announce: users who see the group's organization may see different payees and different request
 * details.
 */
export function payeesChanged(dealerGroupId: number): Change[] {
  return [
    { topic: 'organisation', id: dealerGroupId, scopes: ['organisation:all', `organisation:${dealerGroupId}`] },
    { topic: 'check-requests', id: null, scopes: ['requests:all', `group:${dealerGroupId}`] },
  ]
}
