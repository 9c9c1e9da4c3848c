import { dayOfEvent } from '@check-requests/domain/books/journal/events.ts'
import { refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { findPaymentOf, isPaidOtherwise } from '../../bank/queries/clearing-state.ts'
import { findOpenClock } from '../../books/journal/queries/journal.ts'
import { portions } from '../../platform/database/sql-helpers.ts'
import { Failure, present } from '../../platform/errors.ts'
import { inTurns } from '../../platform/threads/promises.ts'
import type { Unit } from '../../services.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { askedBy, decidedBy, rememberEvents, requireOpenDays, todayOf } from '../commands/record.ts'
import { skipTo } from '../commands/take-numbers.ts'
import {
  type CheckRow,
  findCheck,
  insertUndone,
  lastTakenBack,
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
  const { closedThrough } = await findOpenClock(unit.trx, dealerGroupId, null)
  await inTurns(portions(paid), (some) => clearSome(unit, caller, dealerGroupId, some, closedThrough))
}

async function clearSome(
  unit: Unit,
  caller: Caller,
  dealerGroupId: number,
  paid: readonly PaidCheck[],
  closedThrough: string | null,
): Promise<void> {
  const ids = paid.map(({ id }) => id)
  await beforeChange(unit.trx, 'check', ...ids)
  const days = new Map<number, { readonly paidOn: string; readonly day: string }>()
  const takenBack = await lastTakenBack(unit.trx, dealerGroupId, ids)
  await inTurns(paid, async ({ id, number, paidOn: statedOn, clearedOn }) => {
    // A check can't be paid again before the bank took its payment back.
    const back = takenBack.get(id)
    const paidOn = [statedOn, back?.bank_back_on ?? statedOn].toSorted().at(-1) ?? statedOn
    const open = dayOfEvent(paidOn, closedThrough)
    const day = clearedOn ?? [open, back?.back_on ?? open].toSorted().at(-1) ?? open
    days.set(id, { paidOn, day })
    const dates = { bank_paid_on: paidOn, cleared_on: day === paidOn ? null : day }
    const values = { ...dates, state: stateAfter('clear'), void_asked: null }
    if (!(await updateCheck(unit.trx, { id, state: 'issued' }, values)))
      throw new Failure('CONFLICT', `Another user changed check ${number} in the meantime. Import the bank file again.`)
  })
  const happenings = paid.map(({ id }) => ({
    checkId: id,
    act: 'clear',
    details: { bank_paid_on: days.get(id)?.paidOn, cleared_on: days.get(id)?.day },
  }))
  await rememberEvents(unit, caller, dealerGroupId, happenings)
}

interface UndoneFile {
  readonly id: number
  readonly dealer_group_id: number
}

/**
 * Throws if a bank file can't be undone: if one of the checks that it cleared was cleared in a closed month, or if the
 * payment of a check that it took back can't be restored.
 */
export async function requireUndoable(unit: Unit, file: UndoneFile, cleared: readonly UnpaidCheck[]): Promise<void> {
  await requireOpenDays(unit, file.dealer_group_id, cleared)
  const { closedThrough } = await findOpenClock(unit.trx, file.dealer_group_id, null)
  const rows = await listTakenBack(unit.trx, file)
  const ids = rows.map((row) => row.check_id)
  const last = await lastTakenBack(unit.trx, file.dealer_group_id, ids)
  await inTurns(rows, async ({ id, check_id, back_on }) => {
    const check = present(await findCheck(unit.trx, check_id), 'the check')
    const name = `The bank reversed its payment of check ${check.number} in this file`
    if (closedThrough !== null && (back_on ?? '') <= closedThrough)
      throw new Failure('CONFLICT', `${name}, and the books are closed for that day, so the file can’t be undone.`)
    if (refusalAt('clear', check) || last.get(check_id)?.id !== id)
      throw new Failure(
        'CONFLICT',
        `${name}. Since then, the check was paid, reversed again, stopped, or voided. Undo that first.`,
      )
  })
}

/** Makes cleared checks of a dealer group outstanding again, as if they had never been cleared. */
export async function unclearChecks(
  unit: Unit,
  caller: Caller,
  dealerGroupId: number,
  checks: readonly UnpaidCheck[],
  note: string,
): Promise<void> {
  await requireOpenDays(unit, dealerGroupId, checks)
  await inTurns(portions(checks), async (some) => {
    await setBack(unit, caller, dealerGroupId, some)
    const happenings = some.map(({ id }) => ({ checkId: id, act: 'un-clear', note }))
    await rememberEvents(unit, caller, dealerGroupId, happenings)
  })
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
      `The bank paid ${formatDollars(centsToDollars(payment.amount_cents))} for check ${number} on ${formatDate(payment.paid_on)}, which doesn’t match this reversal. Ask the bank.`,
    )
  if (day > (await todayOf(unit, check)))
    throw new Failure(
      'CONFLICT',
      `The bank takes the payment back on ${formatDate(day)}. Accept the reversal on that day or later.`,
    )
  if (await isPaidOtherwise(trx, payment, day))
    throw new Failure(
      'CONFLICT',
      `The bank has paid check ${number} more than once, so this reversal might be of the other payment. Resolve both exceptions with a note; the check stays cleared.`,
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
    payment_line_id: payment.id,
    state: 'done',
    reason: note,
    ...askedBy(unit, caller),
    ...decidedBy(unit, caller),
    kind,
    amount_cents,
    issued_on,
    bank_paid_on,
    cleared_on,
    bank_back_on: day < bank_paid_on ? bank_paid_on : day,
    back_on: dayOfEvent(day, closedThrough, cleared_on),
  })
  afterCreate(trx, 'undone-clearing', undone)
  await rememberEvents(unit, caller, dealer_group_id, [{ checkId, act: 'take-back', note }])
}

/** Clears the checks again whose payments a bank file took back, because the file is undone. */
export async function restoreChecks(unit: Unit, caller: Caller, file: UndoneFile): Promise<void> {
  const { trx } = unit
  await requireUndoable(unit, file, [])
  const rows = await listTakenBack(trx, file)
  await beforeChange(trx, 'undone-clearing', ...rows.map(({ id }) => id))
  await inTurns(rows, async ({ id, check_id, bank_paid_on, cleared_on }) => {
    const check = present(await findCheck(trx, check_id), 'the check')
    await updateUndone(trx, id, { state: 'restored' })
    const paid = { id: check_id, number: check.number, paidOn: bank_paid_on ?? '', clearedOn: cleared_on ?? '' }
    await clearChecks(unit, caller, file.dealer_group_id, [paid])
  })
}

/** Records skipped numbers as spoiled when an account's check stock continues at a higher number. */
export function spoilSkipped(unit: Unit, caller: Caller, account: ShownAccount, next: number): Promise<void> {
  return skipTo(unit, caller, account, next)
}
