import { beforeChange } from '../../audit/commands/changes.ts'
import { Failure, isUniqueViolation } from '../../platform/errors.ts'
import type { Unit } from '../../services.ts'
import type { Caller } from '../../sessions/queries/caller.ts'
import {
  type Drawing,
  drawOn,
  findAccount,
  listDefaults,
  type ShownAccount,
  updateAccount,
} from '../queries/accounts.ts'
import { noteAccount } from './record.ts'

/**
 * Sets which dealerships draw on an account, and of which it is the default one. Each has one default account at most, so
 * the one from before is it no longer; its entry in the trail says so.
 */
export async function setDrawing(unit: Unit, caller: Caller, account: ShownAccount, drawing: Drawing): Promise<void> {
  const before = await listDefaults(unit.trx, account.dealer_group_id, drawing.defaultIds)
  const others = new Set(before.map(({ bank_account_id }) => bank_account_id).filter((id) => id !== account.id))
  for (const id of others) await takeDefaults(unit, caller, id, drawing.defaultIds)
  await drawOn(unit.trx, account, drawing).catch(explainDefaults)
}

async function takeDefaults(unit: Unit, caller: Caller, id: number, takenIds: readonly number[]): Promise<void> {
  await beforeChange(unit.trx, 'bank-account', id)
  const other = await findAccount(unit.trx, id)
  if (!other) return
  const { dealership_ids: dealershipIds, default_dealership_ids, dealer_group_id: dealerGroupId } = other
  const defaultIds = default_dealership_ids.filter((dealershipId) => !takenIds.includes(dealershipId))
  await drawOn(unit.trx, other, { dealershipIds, defaultIds })
  await updateAccount(unit.trx, id, {})
  const [before, after] = [{ default_dealership_ids }, { default_dealership_ids: defaultIds }]
  noteAccount(unit, caller, { verb: 'update', id, dealerGroupId, before, after })
}

function explainDefaults(error: unknown): never {
  if (!isUniqueViolation(error, 'account_dealerships')) throw error
  throw new Failure(
    'CONFLICT',
    'Another account has become the default of one of these dealerships in the meantime. Look at the accounts again before you go on.',
  )
}
