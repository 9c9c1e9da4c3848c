import { dayOfEvent } from '@check-requests/domain/books/journal/events.ts'
import { refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { findPaymentOf } from '../../bank/queries/clearing-state.ts'
import { findOpenClock } from '../../books/journal/queries/journal.ts'
import { Failure, present } from '../../platform/errors.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { askedBy, decidedBy, demandOpenDays, rememberEvents } from '../commands/record.ts'
import { skipTo } from '../commands/take-numbers.ts'
import {
  type CheckRow,
  findCheck,
  insertUndone,
  listAskedUndos,
  listTakenBack,
  updateCheck,
  updateUndone,
} from '../queries/checks.ts'

/** A check that the bank has paid. */
export interface PaidCheck {
  readonly id: number
  readonly number: number
  readonly paidOn: string
  /** The day on which the register had cleared it before, if it is cleared again. */
  readonly clearedOn?: string
}

/** A check whose clearing is undone. */
type UnpaidCheck = Pick<CheckRow, 'id' | 'number' | 'bank_paid_on' | 'cleared_on'>

/** A reversal: the bank took the payment of a check back, of this many cents, on this day. */
interface Reversal {
  readonly checkId: number
  readonly lineId: number
  readonly cents: number
  readonly day: string
  readonly note: string
}

/**
 * Marks checks of a dealer group as paid on the day reported by the bank. If that day is in a closed month, the
 * register clears the checks on the first open day, so that closed months never change.
 */
export async function clearChecks(
  unit: Unit,
  caller: Caller,
  dealerGroupId: number,
  paid: readonly PaidCheck[],
): Promise<void> {
  await beforeChange(unit.trx, 'check', ...paid.map(({ id }) => id))
  const { closedThrough } = await findOpenClock(unit.trx, dealerGroupId, null)
  const dayOf = ({ paidOn, clearedOn }: PaidCheck) => clearedOn ?? dayOfEvent(paidOn, closedThrough)
  await inTurns(paid, async (check) => {
    const { id, number, paidOn } = check
    const day = dayOf(check)
    const dates = { bank_paid_on: paidOn, cleared_on: day === paidOn ? null : day }
    const values = { ...dates, state: stateAfter('clear'), void_asked: null }
    if (!(await updateCheck(unit.trx, { id, state: 'issued' }, values)))
      throw new Failure('CONFLICT', `Another user changed check ${number} in the meantime. Import the bank file again.`)
  })
  const happenings = paid.map((check) => ({
    checkId: check.id,
    act: 'clear',
    details: { bank_paid_on: check.paidOn, cleared_on: dayOf(check) },
  }))
  await rememberEvents(unit, caller, dealerGroupId, happenings)
}

/** Throws if one of these checks was cleared in a closed month, so that its clearing can't be undone. */
export function demandUndoable(unit: Unit, dealerGroupId: number, checks: readonly UnpaidCheck[]): Promise<void> {
  return demandOpenDays(unit, dealerGroupId, checks)
}

/** Makes cleared checks of a dealer group outstanding again, as if they had never been cleared. */
export async function unclearChecks(
  unit: Unit,
  caller: Caller,
  dealerGroupId: number,
  checks: readonly UnpaidCheck[],
  note: string,
): Promise<void> {
  await demandOpenDays(unit, dealerGroupId, checks)
  await setBack(unit, caller, dealerGroupId, checks)
  const happenings = checks.map(({ id }) => ({ checkId: id, act: 'un-clear', note }))
  await rememberEvents(unit, caller, dealerGroupId, happenings)
}

async function setBack(unit: Unit, caller: Caller, dealerGroupId: number, checks: readonly UnpaidCheck[]) {
  const { trx } = unit
  const ids = checks.map(({ id }) => id)
  await beforeChange(trx, 'check', ...ids)
  await inTurns(checks, async ({ id, number }) => {
    const values = { state: stateAfter('un-clear'), bank_paid_on: null, cleared_on: null }
    if (!(await updateCheck(trx, { id, state: stateAfter('clear') }, values)))
      throw new Failure('CONFLICT', `Another user changed check ${number} in the meantime. Try again.`)
  })
  const asked = await listAskedUndos(trx, dealerGroupId, ids)
  await beforeChange(trx, 'undone-clearing', ...asked.map(({ id }) => id))
  await inTurns(asked, ({ id }) => updateUndone(trx, id, { state: 'refused', ...decidedBy(unit, caller) }))
}

/** Records that a check was cleared until the day on which the bank took its payment back (decision 168). */
export async function takeBackCheck(
  unit: Unit,
  caller: Caller,
  { checkId, lineId, cents, day, note }: Reversal,
): Promise<void> {
  const { trx } = unit
  const check = present(await findCheck(trx, checkId), 'the check')
  const { dealer_group_id, bank_account_id, kind, amount_cents, issued_on, number } = check
  const payment = present(await findPaymentOf(trx, check), `the payment of check ${number}`)
  if (payment.amount_cents !== cents || payment.paid_on > day)
    throw new Failure(
      'CONFLICT',
      `The bank paid ${formatDollars(centsToDollars(payment.amount_cents))} for check ${number} on ${formatDate(payment.paid_on)}, which isn’t what it took back. Ask the bank.`,
    )
  const { closedThrough } = await findOpenClock(trx, dealer_group_id, null)
  const bank_paid_on = present(check.bank_paid_on, 'the day of the payment')
  const cleared_on = check.cleared_on ?? bank_paid_on
  await setBack(unit, caller, dealer_group_id, [check])
  const undone = await insertUndone(trx, {
    dealer_group_id,
    bank_account_id,
    check_id: checkId,
    clearing_line_id: lineId,
    state: 'done',
    reason: note,
    ...askedBy(unit, caller),
    ...decidedBy(unit, caller),
    kind,
    amount_cents,
    issued_on,
    bank_paid_on,
    cleared_on,
    bank_back_on: day,
    back_on: dayOfEvent(day, closedThrough, cleared_on),
  })
  afterCreate(trx, 'undone-clearing', undone)
  await rememberEvents(unit, caller, dealer_group_id, [{ checkId, act: 'take-back', note }])
}

/** Clears the checks again whose payments a bank file took back, because the file is undone. */
export async function restoreChecks(
  unit: Unit,
  caller: Caller,
  file: { readonly id: number; readonly dealer_group_id: number },
): Promise<void> {
  const { trx } = unit
  const rows = await listTakenBack(trx, file)
  await beforeChange(trx, 'undone-clearing', ...rows.map(({ id }) => id))
  await inTurns(rows, async ({ id, check_id, bank_paid_on, cleared_on, back_on }) => {
    const check = present(await findCheck(trx, check_id), 'the check')
    await demandOpenDays(unit, file.dealer_group_id, [{ ...check, bank_paid_on: back_on, cleared_on: null }])
    const refusal = refusalAt('clear', check)
    if (refusal)
      throw new Failure('CONFLICT', `${refusal} This file took back its payment, so the file can’t be undone.`)
    await updateUndone(trx, id, { state: 'restored' })
    const paid = { id: check_id, number: check.number, paidOn: bank_paid_on ?? '', clearedOn: cleared_on ?? '' }
    await clearChecks(unit, caller, file.dealer_group_id, [paid])
  })
}

/** Records skipped numbers as spoiled when an account's check stock continues at a higher number. */
export function spoilSkipped(unit: Unit, caller: Caller, account: ShownAccount, next: number): Promise<void> {
  return skipTo(unit, caller, account, next)
}
