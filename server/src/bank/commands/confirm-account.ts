import { refusalToConfirm } from '@check-requests/domain/bank/accounts.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, isUniqueViolation } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import {
  type Drawing,
  drawOn,
  findAccount,
  hasOpenRun,
  hasTakenNumbers,
  listDefaults,
  proposersOf,
  type ShownAccount,
  updateAccount,
} from '../queries/accounts.ts'
import { type Waiting, waitingOf } from '../queries/stored-account.ts'
import { loadAccount, noteAccount } from './account.ts'
import { proposersWith, requireNotClosed } from './save-account.ts'

/** Confirms an account or its pending changes. The caller must not be the user who proposed them. Returns its id. */
export function confirmAccount(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  const confirmation = commit(services, repeatable, async (unit) => {
    const account = await loadAccount(unit, caller, id, version)
    const isWaiting = account.waiting !== null
    const refusal = refusalToConfirm(caller.userId, { ...account, isWaiting, proposers: proposersOf(account) })
    if (refusal) throw new Failure(refusal.kind === 'forbidden' ? 'FORBIDDEN' : 'CONFLICT', refusal.sentence)
    const waiting = waitingOf(account)
    const { closes, dealership_ids: _, default_dealership_ids: __, ...columns } = waiting
    // Bank files must contain the account data that was in force when their check numbers were taken.
    if (isWaiting) await requireNoOpenRun(unit, account)
    if (columns.next_check_number !== undefined) await requireNoNumbers(unit, account)
    const by = { confirmed_by_id: caller.userId, confirmed_by_name: caller.name, confirmed_at: moment(unit.now) }
    const after = { ...columns, state: closes ? 'closed' : 'active' } as const
    await updateAccount(unit.trx, id, { ...after, ...by, waiting: null, proposed_by: '[]' })
    const drawing = drawingAfter(account, waiting)
    const drawn = drawnOtherwise(account, drawing)
    if (Object.keys(drawn).length > 0) await setDrawing(unit, caller, account, drawing)
    const noted = { ...after, ...drawn }
    const before = Object.fromEntries(Object.entries(account).filter(([field]) => field in noted))
    noteAccount(unit, caller, { verb: 'confirm', id, dealerGroupId: account.dealer_group_id, before, after: noted })
    return id
  })
  return confirmation.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'bank_accounts')) throw error
    throw new Failure('CONFLICT', 'Another bank account already has these routing and account numbers. Correct them.')
  })
}

/** The dealerships after a change. A closed account is no longer a default, so that another account can become one. */
function drawingAfter(account: ShownAccount, waiting: Waiting): Drawing {
  const { dealership_ids: dealershipIds, default_dealership_ids } = { ...account, ...waiting }
  const defaultIds = waiting.closes ? [] : default_dealership_ids.filter((id) => dealershipIds.includes(id))
  return { dealershipIds, defaultIds }
}

/** The changed values, for the audit trail. */
function drawnOtherwise(account: ShownAccount, { dealershipIds, defaultIds }: Drawing) {
  const isSame = (one: readonly number[], other: readonly number[]) => JSON.stringify(one) === JSON.stringify(other)
  return {
    ...(!isSame(account.dealership_ids, dealershipIds) && { dealership_ids: dealershipIds }),
    ...(!isSame(account.default_dealership_ids, defaultIds) && { default_dealership_ids: defaultIds }),
  }
}

/** Discards pending changes, or an account that was never confirmed. Returns its id. */
export function discardChanges(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const account = await loadAccount(unit, caller, id, version)
    requireNotClosed(account)
    if (account.state === 'active' && account.waiting === null)
      throw new Failure('CONFLICT', `No change to the account “${account.name}” is awaiting confirmation.`)
    const state = account.state === 'proposed' ? 'closed' : account.state
    await updateAccount(unit.trx, id, { state, waiting: null, proposed_by: '[]' })
    const noted = { id, dealerGroupId: account.dealer_group_id }
    noteAccount(unit, caller, { verb: 'discard', ...noted, before: waitingOf(account), after: { state } })
    return id
  })
}

/**
 * Proposes closing an account. Once the account is closed, its dealerships enter check numbers by hand again. Returns
 * the account id.
 */
export function closeAccount(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const account = await loadAccount(unit, caller, id, version)
    requireNotClosed(account)
    if (account.state === 'proposed')
      throw new Failure('CONFLICT', `The account “${account.name}” was never confirmed. Discard the account instead.`)
    await requireNoOpenRun(unit, account)
    const waiting = { ...waitingOf(account), closes: true }
    await updateAccount(unit.trx, id, {
      waiting: JSON.stringify(waiting),
      proposed_by: proposersWith(account, caller),
    })
    const noted = { id, dealerGroupId: account.dealer_group_id }
    noteAccount(unit, caller, { verb: 'close', ...noted, after: { closes: true } })
    return id
  })
}

async function requireNoOpenRun({ trx }: Unit, account: ShownAccount): Promise<void> {
  if (await hasOpenRun(trx, account))
    throw new Failure('CONFLICT', `A print run of the account “${account.name}” isn’t settled. Settle it first.`)
}

async function requireNoNumbers({ trx }: Unit, account: ShownAccount): Promise<void> {
  if (await hasTakenNumbers(trx, account))
    throw new Failure(
      'CONFLICT',
      'Numbers of this account were used in the meantime. Discard the change to the next check number.',
    )
}

/**
 * Sets the dealerships that draw on an account, and those whose default it is. A dealership has at most one default
 * account, so this removes any earlier default and records that in the audit trail.
 */
async function setDrawing(unit: Unit, caller: Caller, account: ShownAccount, drawing: Drawing): Promise<void> {
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
    'Another account became the default for one of these dealerships in the meantime. Review the accounts before you continue.',
  )
}
