import {
  type Box,
  type CountBoxInput,
  isStock,
  leftIn,
  type ReceiveBoxInput,
  refusalToCount,
  refusalToReceive,
  refusalToUse,
} from '@check-requests/domain/bank/stock/rules.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { publishSkipped } from '../../events.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, notFound, present } from '../../platform/errors.ts'
import type { Services, Unit } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { hasOpenRun, namesOfPeople, peopleOf, type ShownAccount, takeNumbers } from '../queries/accounts.ts'
import {
  boxOf,
  findBox,
  findBoxInUse,
  findTakenNumber,
  insertBox,
  listBoxes,
  type StockBoxRow,
  updateBox,
} from '../queries/stock-boxes.ts'
import { type BoxVerb, noteAccount, requireAccount } from './account.ts'
import { requireNotClosed } from './save-account.ts'

/** A box and its account, if the caller works with it. */
export async function requireBox(db: Db, caller: Caller, id: number) {
  const box = await findBox(db, id)
  if (!box) throw notFound('stock box')
  return { box, account: await requireAccount(db, caller, box.bank_account_id) }
}

/** Receives a box, which another user must count before it is used. Returns its id. */
export function receiveBox(
  services: Services,
  { caller, repeatable }: Command,
  accountId: number,
  { place, first_number, last_number, holder_id }: ReceiveBoxInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const account = await loadLocked(unit, caller, accountId)
    await requireFresh(unit, account, { place, first: first_number, last: last_number, next: first_number })
    const [holder] = holder_id === null ? [] : await peopleOf(unit.trx, account.dealer_group_id, [holder_id])
    if (holder_id !== null && holder === undefined)
      throw invalidFields({ holder_id: 'Choose an active user in this dealer group.' })
    const names = await namesOfPeople(unit.trx, holder === undefined ? [] : [holder])
    const id = await insertBox(unit.trx, {
      dealer_group_id: account.dealer_group_id,
      bank_account_id: accountId,
      place,
      state: 'received',
      first_number,
      last_number,
      next_number: first_number,
      holder_id,
      holder_name: holder_id === null ? null : present(names.get(holder_id), 'the name of the box holder'),
      received_by_id: caller.userId,
      received_by_name: caller.name,
      received_at: moment(unit.now),
      counted_by_id: null,
      counted_by_name: null,
      counted_at: null,
    })
    note(unit, caller, account, 'receive-box', { place, first_number, last_number, holder_id })
    return id
  })
}

/** Records the number range in a box, counted by a different user who isn't shown the receipt. Returns the box id. */
export function countBox(services: Services, { caller, repeatable }: Command, id: number, input: CountBoxInput) {
  return commit(services, repeatable, async (unit) => {
    const { box, account } = await loadBox(unit, caller, id, input.version)
    const refusal = refusalToCount(caller.userId, { state: box.state, receivedById: box.received_by_id })
    if (refusal) throw new Failure(box.received_by_id === caller.userId ? 'FORBIDDEN' : 'CONFLICT', refusal)
    const { first_number, last_number } = input
    if (first_number !== box.first_number || last_number !== box.last_number)
      throw new Failure(
        'CONFLICT',
        `${box.received_by_name} received this box with other numbers. Count again. If the paper differs from the receipt, discard the box and receive it again with the numbers on the paper.`,
      )
    const counted = { counted_by_id: caller.userId, counted_by_name: caller.name, counted_at: moment(unit.now) }
    await updateBox(unit.trx, id, { state: 'counted', ...counted })
    note(unit, caller, account, 'count-box', { stock_box_id: id, first_number, last_number })
    return id
  })
}

/**
 * Puts a counted box in use. The previous box is put away with its remaining checks. If the previous box was never
 * counted, it ends, and the numbers up to the new box are recorded as spoiled. Returns the box id.
 */
export function useBox(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { box, account } = await loadBox(unit, caller, id, version)
    const before = await findBoxInUse(unit.trx, account)
    const others = (await stockOf(unit, account)).filter((other) => other.id !== id).map(boxOf)
    const refusal = refusalToUse({ ...boxOf(box), state: box.state }, { before: before && boxOf(before), others })
    if (refusal) throw new Failure('CONFLICT', refusal)
    if (await hasOpenRun(unit.trx, account))
      throw new Failure('CONFLICT', `A print run of the account “${account.name}” isn’t settled. Settle it first.`)
    if (before?.last_number == null) await publishSkipped(unit, caller, account, box.next_number)
    if (before) await putAway(unit, account, before, box)
    await updateBox(unit.trx, id, { state: 'in use' })
    await takeNumbers(unit.trx, account.id, account.next_check_number, box.next_number)
    note(unit, caller, account, 'use-box', { stock_box_id: id, next_check_number: box.next_number })
    return id
  })
}

/** Discards a box that was received with wrong numbers. Returns its id. */
export function discardBox(services: Services, { caller, repeatable }: Command, id: number, version?: number) {
  return commit(services, repeatable, async (unit) => {
    const { box, account } = await loadBox(unit, caller, id, version)
    if (box.state !== 'received')
      throw new Failure('CONFLICT', 'Only uncounted boxes can be discarded, and this box was counted.')
    await updateBox(unit.trx, id, { state: 'ended' })
    note(unit, caller, account, 'discard-box', { stock_box_id: id })
    return id
  })
}

/** Puts away the previous box. The numbers of an uncounted box end where those of the next box begin. */
async function putAway({ trx }: Unit, account: ShownAccount, before: StockBoxRow, after: StockBoxRow): Promise<void> {
  const isCounted = before.last_number !== null
  const next_number = isCounted ? account.next_check_number : after.next_number
  await updateBox(trx, before.id, { state: leftIn(boxOf(before)) ? 'counted' : 'ended', next_number })
}

/** Throws if the numbers of a new box are already used or in another box. */
async function requireFresh(unit: Unit, account: ShownAccount, box: Box): Promise<void> {
  const { first, last } = box
  const refusal = refusalToReceive(box, (await stockOf(unit, account)).map(boxOf))
  if (refusal) throw invalidFields({ first_number: refusal })
  const taken = await findTakenNumber(unit.trx, account, { first, last: last ?? first })
  if (taken !== undefined)
    throw invalidFields({
      first_number: `Check number ${taken} is already in use for this account. Enter a range without it.`,
    })
}

/** The boxes of an account that still have checks in them. */
async function stockOf({ trx }: Unit, account: ShownAccount): Promise<StockBoxRow[]> {
  return (await listBoxes(trx, account)).filter(({ state }) => isStock(state))
}

/** The account, locked, so that the second of two simultaneous box changes sees the result of the first. */
async function loadLocked(unit: Unit, caller: Caller, accountId: number): Promise<ShownAccount> {
  await requireInForce(unit, caller)
  await requireAccount(unit.trx, caller, accountId)
  await beforeChange(unit.trx, 'bank-account', accountId)
  const account = await requireAccount(unit.trx, caller, accountId)
  requireNotClosed(account)
  return account
}

async function loadBox(unit: Unit, caller: Caller, id: number, version: number | undefined) {
  const found = await requireBox(unit.trx, caller, id)
  const account = await loadLocked(unit, caller, found.account.id)
  const { box } = await requireBox(unit.trx, caller, id)
  if (version !== undefined && version !== box.version)
    throw new Failure('CONFLICT', 'This box was changed in the meantime. Review it before you continue.')
  return { box, account }
}

function note(unit: Unit, caller: Caller, { id, dealer_group_id }: ShownAccount, verb: BoxVerb, after: object): void {
  noteAccount(unit, caller, { verb, id, dealerGroupId: dealer_group_id, after })
}
